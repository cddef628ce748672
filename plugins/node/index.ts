export * from './node.plugin.js';
