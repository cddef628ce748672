export { paramKindErrors } from './param-kind.rules.js';
export { paramRefErrors } from './param-ref.rules.js';
export { ParameterRights } from './parameter-rights.js';
