export {
  Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  type ClientCertificate,
} from './authenticator.js';
export { AuthenticationMetrics } from './authentication-metrics.js';
export { AUTHENTICATORS, AuthnModule } from './authn.module.js';
export { tokensOf } from './tokens/bearer-token.js';
export { ClientAuthorities } from './certificates/client-authorities.js';
export { FrontProxies } from './certificates/front-proxies.js';
export { removeRequestHeaders } from './certificates/request-header.authenticator.js';
export { CredentialError, auditAnnotationsOf, rejectionReason } from './credential-error.js';
export * from './service-account/issuer-discovery.js';
export * from './service-account/token-issuer.js';
export { TokenUses } from './service-account/token-uses.js';
export { UnionAuthenticator } from './union.authenticator.js';
