export { ConversionParts } from './conversion/index.js';
export { ServedDefinitionsHook } from './served-definitions.start-hook.js';
export { ServedDefinitionsController } from './served-definitions.controller.js';
export { RegenerationMetrics } from './regeneration-metrics.js';
export { ValidationMetrics } from './validation-metrics.js';
