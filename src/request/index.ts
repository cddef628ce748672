export * from './request-info.js';
export * from './user-info.js';
export * from './parse-request-info.js';
export * from './header-values.js';
