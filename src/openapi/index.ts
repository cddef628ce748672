export { type OpenApiChange, type OpenApiDocument, OpenApiDocuments } from './open-api-documents.js';
export type {
  DocumentedGroup,
  DocumentedResource,
  DocumentedSubresource,
  DocumentedVersion,
  OpenApiSource,
} from './open-api-source.js';
