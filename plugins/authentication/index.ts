export * from './authentication.plugin.js';
export * from './self-subject-review/self-subject-review.v1.js';
export * from './token-request/token-request.v1.js';
export * from './token-request/token-request.validation.js';
export * from './token-review/token-review.v1.js';
