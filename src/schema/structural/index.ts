export { isKnownFormat } from './formats.js';
export { correlateElements, Equality } from './correlation.js';
export { findLargeDefaults, type SchemaStep } from './large-defaults.js';
export type { JsonSchema } from './json-schema.js';
export * from './structural-shape.js';
