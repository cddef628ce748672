export { type OpenApiParts, encodeOpenApiV2, encodeOpenApiV3 } from './encode-open-api.js';
