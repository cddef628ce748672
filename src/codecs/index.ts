export * from './json/parse-json.js';
export * from './json/stringify-json.js';
export * from './negotiation/accept.js';
export * from './negotiation/negotiate.js';
