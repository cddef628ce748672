export * from './type-metadata.js';
export * from './decorators.js';
export * from './compiled-type.js';
export * from './meta.v1.js';
export * from './scale.v1.js';
export * from './decode.js';
export * from './defaulting.js';
export * from './scalars.js';
