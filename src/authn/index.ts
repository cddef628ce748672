export { AnonymousAuthenticator } from './anonymous.authenticator.js';
export {
  Authenticator,
  TokenAuthenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  type ClientCertificate,
  type MaybePromise,
} from './authenticator.js';
export { AUTHENTICATORS, AuthnModule, type AuthnModuleOptions } from './authn.module.js';
export { BearerTokenAuthenticator, type BearerTokenParts } from './bearer-token.authenticator.js';
export {
  createAuthenticators,
  createTokenIssuer,
  type AuthenticatorParts,
  type Authenticators,
} from './create-authenticators.js';
export { CredentialError, rejectionReason } from './credential-error.js';
export * from './service-account/issuer-discovery.js';
export * from './service-account/token-issuer.js';
export { TokenFileError } from './token-file.js';
export { TokenFileAuthenticator, type TokenFileSettings } from './token-file.authenticator.js';
export { UnionAuthenticator, UnionTokenAuthenticator, type UnionParts } from './union.authenticator.js';
