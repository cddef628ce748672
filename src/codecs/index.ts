export { JsonSyntaxError } from './json/json-syntax-error.js';
export * from './json/parse-json.js';
export * from './json/stringify-json.js';
export * from './negotiation/accept.js';
export * from './negotiation/negotiate.js';
