export { ControllerHost } from './controller-host.js';
export { ControllersModule } from './controllers.module.js';
