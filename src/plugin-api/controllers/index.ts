export { Controller, type ControllerPace } from './controller.js';
export { QueueController, QueueControllerParts } from './queue.controller.js';
export { keepObject } from './keep-object.js';
export { updateExisting, type StoredObjectName } from './update-existing.js';
export { WorkQueue, type WorkQueueSettings } from './work-queue.js';
