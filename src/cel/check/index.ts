export * from './checker.js';
export * from './declarations.js';
export * from './type.js';
