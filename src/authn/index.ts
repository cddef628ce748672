export { AnonymousAuthenticator } from './anonymous.authenticator.js';
export {
  Authenticator,
  TokenAuthenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  type ClientCertificate,
} from './authenticator.js';
export { BearerTokenAuthenticator, type BearerTokenParts } from './bearer-token.authenticator.js';
export * from './create-authenticators.js';
export { CredentialError, rejectionReason } from './credential-error.js';
export { parseTokenFile, TokenFileError, type TokenEntry } from './token-file.js';
export { TokenFileAuthenticator, type TokenFileSettings } from './token-file.authenticator.js';
export { UnionAuthenticator, UnionTokenAuthenticator, type UnionParts } from './union.authenticator.js';
export * from './service-account/token-issuer.js';
