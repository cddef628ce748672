export * from './discovery-handler.js';
