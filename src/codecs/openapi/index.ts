export { encodeOpenApiV2, encodeOpenApiV3 } from './encode-open-api.js';
