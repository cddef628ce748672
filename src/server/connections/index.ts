export * from './client-errors.js';
export * from './connection-guard.js';
export * from './http2-limits.js';
