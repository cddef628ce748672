/**
 * The expression language (CEL): reading, checking, evaluating and judging the cost of expressions. It is loaded with the
 * first expression, not with the server.
 */
export {
  BOOL,
  BYTES,
  type Declarations,
  DOUBLE,
  DURATION,
  DYN,
  formatType,
  INT,
  listOf,
  mapOf,
  NULL,
  objectOf,
  optionalOf,
  runtimeTypeName,
  STRING,
  TIMESTAMP,
  typeOf,
  type Type,
} from './check/index.js';
export * from './environment.js';
export type { Activation } from './eval/index.js';
export { estimateCost, type EstimateSize, type ValuePath } from './cost/static-cost.js';
export {
  type AskAuthorizer,
  AUTHORIZER_TYPE,
  AuthorizerValue,
  DecisionValue,
  RESOURCE_CHECK_TYPE,
} from './library/authorizer.js';
export { formatDouble, readDuration } from './library/conversions.js';
export { JSON_PATCH, PATCH_TYPES } from './library/json-patch.js';
export { kubernetesEnvironment } from './library/kubernetes.js';
export { CidrValue, IpValue } from './library/network.js';
export { QUANTITY_TYPE, QuantityValue } from './library/quantity.js';
export { BINDING_MACROS, type CallExpr, type Expr, parse as parseExpression } from './parse/index.js';
export { SEMVERS } from './library/semver.js';
export { UrlValue } from './library/url.js';
export * from './values/index.js';
