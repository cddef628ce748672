export { builtInSerializers } from './built-in-serializers.js';
export { CodecsModule, SERIALIZERS } from './codecs.module.js';
export { JsonSyntaxError } from './json/json-syntax-error.js';
export * from './json/parse-json.js';
export * from './json/stringify-json.js';
export * from './negotiation/accept.js';
export * from './negotiation/serializers.js';
export * from './serializer.js';
export { SyntaxFault } from './syntax-fault.js';
