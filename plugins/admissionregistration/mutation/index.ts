export { applyObject } from './apply-object.js';
export { applyOperations } from './apply-operations.js';
export { type MutatedObject, MutationError } from './mutated-object.js';
