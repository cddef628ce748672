export * from './priority-class/priority-class.v1.js';
export * from './scheduling.plugin.js';
