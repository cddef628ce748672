/**
 * The expression language (CEL): reading, checking, evaluating and judging the cost of expressions. It is loaded with the
 * first expression, not with the server.
 */
export {
  BOOL,
  type Declarations,
  DYN,
  formatType,
  INT,
  listOf,
  mapOf,
  NULL,
  objectOf,
  runtimeTypeName,
  STRING,
  type Type,
} from './check/index.js';
export * from './environment.js';
export type { Activation } from './eval/index.js';
export { kubernetesEnvironment } from './library/kubernetes.js';
export * from './values/index.js';
