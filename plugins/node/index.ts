export * from './node.plugin.js';
export type { RuntimeClass } from './runtime-class/runtime-class.v1.js';
