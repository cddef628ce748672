export * from './ownership/index.js';
