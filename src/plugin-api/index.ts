export * from '../apimachinery/index.js';
export * from '../schema/index.js';
export * from '../request/index.js';
export * from '../registry/index.js';
// The classes stand for the plain interfaces of the same names.
export {
  LabelSelector,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  Status,
  StatusCause,
  StatusDetails,
} from '../schema/index.js';
// The parsed form of a selector, beside the API type of the same name.
export { LabelSelector as LabelMatcher } from '../apimachinery/index.js';
export * from './api-group-plugin.js';
export { AdmissionPlugin, type AdmissionAttributes, type AdmissionOperation } from '../admission/index.js';
export { ClusterAuthority } from './cluster-authority.js';
export * from './columns.js';
export * from './contributions.js';
export * from './controllers/index.js';
export * from './health-check.js';
export { ApiServerOptions, ServerAddress } from '../options/index.js';
export * from './start-hook.js';
export { Authenticator, CredentialError, TokenIssuer, rejectionReason } from '../authn/index.js';
export type {
  AuthenticationRequest,
  AuthenticationResult,
  IssuedToken,
  ObjectIdentity,
  TokenBinding,
  TokenOrder,
} from '../authn/index.js';
export { Authorizer, RuleResolver, attributesOf, describeRefusal, forbiddenFor } from '../authz/index.js';
export type {
  AuthorizationAttributes,
  Decision,
  NonResourceRule,
  ResourceRule,
  UserRules,
  Verdict,
} from '../authz/index.js';
export { JsonSyntaxError, parseJson } from '../codecs/index.js';
export { isDeepEqual } from '../patch/index.js';
export { Clock, Logger } from '../observability/index.js';
