export { ConversionParts } from './conversion/index.js';
export { ServedDefinitionsController } from './served-definitions.controller.js';
