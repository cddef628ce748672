export * from './authorization.plugin.js';
export * from './local-subject-access-review/local-subject-access-review.v1.js';
export * from './self-subject-access-review/self-subject-access-review.v1.js';
export * from './self-subject-rules-review/self-subject-rules-review.v1.js';
export * from './subject-access-review/subject-access-review.v1.js';
