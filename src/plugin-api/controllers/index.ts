export type { ControllerPace } from '../../client/index.js';
export { Controller } from './controller.js';
export { KindController } from './kind.controller.js';
export { QueueController, QueueControllerParts } from './queue.controller.js';
export { keepObject } from './keep-object.js';
export { updateExisting } from './update-existing.js';
