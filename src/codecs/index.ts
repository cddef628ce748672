export * from './json/parse-json.js';
export * from './json/stringify-json.js';
