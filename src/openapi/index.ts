export { acceptsGzip } from './accept.js';
export type { OpenApiDocument } from './cached-document.js';
export { findOpenApi } from './catalogue-documents.js';
export { OpenApiModule } from './open-api.module.js';
export { OpenApiDocuments } from './open-api-documents.js';
export type { DocumentedResource, OpenApiSource } from './open-api-source.js';
export { type Home, nameAtHome } from './definition-names.js';
