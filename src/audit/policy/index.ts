export type { RequestConfig } from './compiled-policy.js';
export * from './levels.js';
export { PolicyFile } from './policy-file.js';
