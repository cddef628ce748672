export * from './kind-definition.js';
export * from './strategy.js';
