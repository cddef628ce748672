export * from './equality.js';
export * from './errors.js';
export * from './json.js';
export * from './text.js';
export * from './time.js';
export * from './type-name.js';
export * from './value.js';
