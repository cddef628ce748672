export * from './ast.js';
export * from './macro.js';
export * from './parser.js';
export * from './source.js';
export * from './two-variable-macro.js';
