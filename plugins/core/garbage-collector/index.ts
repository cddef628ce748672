export { GarbageCollectorController } from './garbage-collector.controller.js';
export { GarbageCollectorModule } from './garbage-collector.module.js';
