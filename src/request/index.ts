export * from './request-info.js';
export * from './user-info.js';
