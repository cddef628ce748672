export * from './harbor.plugin.js';
