export * from './event/event.v1.js';
export * from './events.plugin.js';
