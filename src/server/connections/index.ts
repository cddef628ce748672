export * from './client-errors.js';
export * from './connection-guard.js';
export * from './http2-limits.js';
export { closeAfterAnswer, sendGoaway } from './retired-connection.js';
