export { Controller } from './controller.js';
export { ControllerHost, type ControllerHostParts } from './controller-host.js';
export { ControllersModule, type ControllersModuleOptions } from './controllers.module.js';
export { WorkQueue, type WorkQueueSettings } from './work-queue.js';
