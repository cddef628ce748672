export {
  Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  type ClientCertificate,
} from './authenticator.js';
export { AUTHENTICATORS, AuthnModule } from './authn.module.js';
export { CredentialError, rejectionReason } from './credential-error.js';
export * from './service-account/issuer-discovery.js';
export * from './service-account/token-issuer.js';
export { UnionAuthenticator } from './union.authenticator.js';
