export * from './discovery.plugin.js';
