export { ServedDefinitionsController } from './served-definitions.controller.js';
