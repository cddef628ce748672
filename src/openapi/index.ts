export { findOpenApi } from './catalogue-documents.js';
export { OpenApiModule } from './open-api.module.js';
export { type OpenApiChange, type OpenApiDocument, OpenApiDocuments } from './open-api-documents.js';
export type {
  DocumentedGroup,
  DocumentedResource,
  DocumentedSubresource,
  DocumentedVersion,
  OpenApiSource,
} from './open-api-source.js';
