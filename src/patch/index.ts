export * from './apply-patch.js';
export { formatGoValue } from './go-value.js';
export * from './json-patch.js';
export { MAX_JSON_PATCH_OPERATIONS } from './json-patch-operations.js';
export * from './merge-patch.js';
export * from './ownership/index.js';
export * from './patch-failure.js';
export * from './strategic/apply-strategic-merge-patch.js';
