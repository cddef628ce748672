export { ControllerHost, type ControllerHostParts } from './controller-host.js';
export { ControllersModule } from './controllers.module.js';
