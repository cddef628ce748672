export { acceptsGzip } from './accept.js';
export { findOpenApi } from './catalogue-documents.js';
export { OpenApiModule } from './open-api.module.js';
export { type OpenApiDocument, OpenApiDocuments } from './open-api-documents.js';
export type { DocumentedResource, OpenApiSource } from './open-api-source.js';
