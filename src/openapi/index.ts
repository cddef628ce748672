export { type OpenApiDocument, OpenApiDocuments } from './open-api-documents.js';
export type {
  DocumentedGroup,
  DocumentedKind,
  DocumentedSubresource,
  DocumentedVersion,
  OpenApiSource,
} from './open-api-source.js';
