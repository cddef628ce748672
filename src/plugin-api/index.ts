// The API of plugins, `binnacle/plugin-api`: docs/reference/plugin-api.md has each name with its declaration and an example.
export {
  type ApiClass,
  ApiType,
  Condition,
  Field,
  type JsonSchema,
  KubernetesObject,
  LabelSelector,
  ObjectMeta,
  ObjectShape,
  StructuralShape,
} from '../schema/index.js';
export {
  type BackendChange,
  BackendError,
  type BackendListener,
  type BackendObject,
  type BackendPlace,
  type BackendRefusal,
  type Column,
  type ConnectRequest,
  type Connector,
  type Conversion,
  type ConvertedVersion,
  type FieldColumns,
  type KindDefinition,
  type KindVersion,
  type ObjectConverter,
  ResourceBackend,
  ResourceStore,
  type ReviewHandler,
  Stores,
  type Strategy,
  type StrategyContext,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
  type TextAtHand,
  ageColumn,
  column,
  controllerContext,
  defineKind,
  movedFields,
  nameColumn,
  sameShape,
  systemContext,
} from '../registry/index.js';
export type { Destination } from '../proxy/index.js';
export type { ListedObject, ObjectFilter, UserInfo } from '../request/index.js';
export {
  type ApiObject,
  type FieldError,
  FieldPath,
  LabelSelector as LabelMatcher,
  type OwnerReference,
  Quantity,
  StatusError,
  badRequest,
  conflict,
  duplicate,
  forbidden,
  forbiddenResource,
  formatTime,
  invalid,
  invalidObject,
  isAlreadyExists,
  isConflict,
  isDns1123Label,
  isDns1123Subdomain,
  isNotFound,
  isQualifiedName,
  notFound,
  notSupported,
  required,
  tooLong,
  validateLabelSelector,
} from '../apimachinery/index.js';
export { ApiGroupPlugin, type ApiGroupPluginOptions } from './api-group-plugin.js';
export {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
} from '../admission/index.js';
export { NONE_CELL } from './columns.js';
export { CurrentUser } from './current-user.js';
export { Client } from '../client/index.js';
export {
  KindController,
  QueueController,
  QueueControllerParts,
  keepObject,
  updateExisting,
} from './controllers/index.js';
export { HealthCheck } from './health-check.js';
export { Inject, Injectable } from './injection.js';
export { type KindDeclaration, KindRegistrar, type ServedKind } from './kind-registrar.js';
export { Flag } from './plugin-options.js';
export type { PluginRoles } from './plugin-roles.js';
export {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNotIn,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from './rules.js';
export { FeatureGates, ServerAddress } from '../options/index.js';
export { StartHook } from './start-hook.js';
export { statusAction } from './status-action.js';
export { type HookedWrite, type WriteEffect, WriteHook } from './write-hook.js';
export {
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  CredentialError,
} from '../authn/index.js';
export {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  RuleResolver,
  type UserRules,
} from '../authz/index.js';
export { stringifyJson } from '../codecs/index.js';
export { isDeepEqual } from '../patch/index.js';
export { Clock, Logger, MetricsRegistry } from '../observability/index.js';
