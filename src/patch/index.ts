export * from './apply/index.js';
export * from './apply-patch.js';
export * from './json-patch.js';
export { readOperations } from './json-patch-operations.js';
export * from './merge-patch.js';
export * from './ownership/index.js';
export * from './patch-failure.js';
export { doInTurns } from './steps.js';
export * from './strategic/apply-strategic-merge-patch.js';
