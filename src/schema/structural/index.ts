export { correlateElements, Equality } from './correlation.js';
export type { JsonSchema } from './json-schema.js';
export * from './structural-shape.js';
