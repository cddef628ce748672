export { checkRuntimeKind } from './check-declarations.js';
export { checkHandlers } from './check-handlers.js';
export { checkTypeNames } from './check-type-names.js';
export { checkContributed } from './contribution-classes.js';
export { warnOfDoubts } from './doubtful-declarations.js';
export { readDeclarations } from './read-declarations.js';
export { findRuntimeConfigFaults } from './runtime-config-faults.js';
export { tryPlugins } from './self-test/self-test.js';
export { findUnknownResources, proposal } from './unknown-resources.js';
