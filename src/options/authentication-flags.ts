import { section } from './flag.js';
import { durationKind, listKind, pairKind, pathKind, repeatedKind, switchKind, textKind } from './flag-kinds.js';

/** The flags that say who a request may come from. */
export const authentication = section('Authentication')
  .flag('anonymous-auth', ['authentication', 'anonymousAuth'], {
    kind: switchKind,
    help: 'Accept requests without credentials as system:anonymous.',
  })
  .flag('api-audiences', ['authentication', 'apiAudiences'], {
    kind: listKind,
    help: 'Audiences of this API; by default the issuers.',
  })
  .flag('authentication-config', ['authentication', 'authenticationConfig'], {
    kind: pathKind,
    help: 'File (AuthenticationConfiguration) with token issuers and anonymous access; reloaded when it changes.',
    isFile: true,
  })
  .flag('authentication-token-webhook-cache-ttl', ['authentication', 'tokenWebhookCacheTtl'], {
    kind: durationKind,
    help: 'Cache TTL of token webhook responses; 0s disables the cache.',
  })
  .flag('authentication-token-webhook-config-file', ['authentication', 'tokenWebhookConfigFile'], {
    kind: pathKind,
    help: 'Kubeconfig of a token webhook, called with TokenReview.',
    isFile: true,
  })
  .flag('authentication-token-webhook-version', ['authentication', 'tokenWebhookVersion'], {
    kind: textKind,
    help: 'TokenReview version sent to the webhook: v1 or v1beta1.',
  })
  .flag('client-ca-file', ['authentication', 'clientCaFile'], {
    kind: pathKind,
    help: "Authorities of client certificates (PEM), beside the cluster's own.",
    isFile: true,
  })
  .flag('enable-bootstrap-token-auth', ['authentication', 'enableBootstrapTokenAuth'], {
    kind: switchKind,
    help: 'Accept bootstrap tokens from Secrets in kube-system.',
  })
  .flag('oidc-ca-file', ['authentication', 'oidcCaFile'], {
    kind: pathKind,
    help: 'CA certificates of the issuer (PEM); those of the platform when not set.',
    isFile: true,
  })
  .flag('oidc-client-id', ['authentication', 'oidcClientId'], {
    kind: textKind,
    help: 'Required audience of tokens of the issuer.',
  })
  .flag('oidc-groups-claim', ['authentication', 'oidcGroupsClaim'], {
    kind: textKind,
    help: "Claim of the user's groups, a text or a list.",
  })
  .flag('oidc-groups-prefix', ['authentication', 'oidcGroupsPrefix'], {
    kind: textKind,
    help: 'Prefix of group names.',
  })
  .flag('oidc-issuer-url', ['authentication', 'oidcIssuerUrl'], {
    kind: textKind,
    help: 'URL of the accepted OpenID Connect issuer; https only.',
  })
  .flag('oidc-required-claim', ['authentication', 'oidcRequiredClaims'], {
    kind: pairKind,
    help: 'Required claim and value of tokens; repeatable.',
  })
  .flag('oidc-signing-algs', ['authentication', 'oidcSigningAlgorithms'], {
    kind: listKind,
    help: 'Accepted signing algorithms of tokens of the issuer (RFC 7518).',
  })
  .flag('oidc-username-claim', ['authentication', 'oidcUsernameClaim'], {
    kind: textKind,
    help: 'Claim of the user name.',
  })
  .flag('oidc-username-prefix', ['authentication', 'oidcUsernamePrefix'], {
    kind: textKind,
    help: 'Prefix of user names; defaults to the issuer except for the claim email, none with -.',
  })
  .flag('requestheader-allowed-names', ['authentication', 'requestHeaderAllowedNames'], {
    kind: listKind,
    help: 'Accepted common names of front proxy certificates; any when not set.',
  })
  .flag('requestheader-client-ca-file', ['authentication', 'requestHeaderClientCaFile'], {
    kind: pathKind,
    help: 'CA certificates of front proxies (PEM); required for their headers.',
    isFile: true,
  })
  .flag('requestheader-extra-headers-prefix', ['authentication', 'requestHeaderExtraPrefixes'], {
    kind: listKind,
    help: 'Prefixes of the headers with extra attributes of the user, set by front proxies: X-Remote-Extra-.',
  })
  .flag('requestheader-group-headers', ['authentication', 'requestHeaderGroupHeaders'], {
    kind: listKind,
    help: "Headers with the user's groups, set by front proxies: X-Remote-Group.",
  })
  .flag('requestheader-uid-headers', ['authentication', 'requestHeaderUidHeaders'], {
    kind: listKind,
    help: "Headers with the user's uid, set by front proxies: X-Remote-Uid; needs the feature RemoteRequestHeaderUID.",
  })
  .flag('requestheader-username-headers', ['authentication', 'requestHeaderUsernameHeaders'], {
    kind: listKind,
    help: 'Headers with the user name, set by front proxies: X-Remote-User.',
  })
  .flag('service-account-extend-token-expiration', ['authentication', 'serviceAccountExtendTokenExpiration'], {
    kind: switchKind,
    help: 'Extend the lifetime of injected tokens, for old clients.',
  })
  .flag('service-account-issuer', ['authentication', 'serviceAccountIssuers'], {
    kind: repeatedKind,
    help: 'Issuer of service account tokens; the first issues, all are accepted.',
  })
  .flag('service-account-jwks-uri', ['authentication', 'serviceAccountJwksUri'], {
    kind: textKind,
    help: 'Advertised URL of the token signing keys, in place of this server.',
  })
  .flag('service-account-key-file', ['authentication', 'serviceAccountKeyFiles'], {
    kind: repeatedKind,
    help: 'Key that verifies service account tokens (PEM); repeatable.',
    isFile: true,
  })
  .flag('service-account-lookup', ['authentication', 'serviceAccountLookup'], {
    kind: switchKind,
    help: 'Reject tokens stored in Secrets after their Secret is deleted.',
  })
  .flag('service-account-max-token-expiration', ['authentication', 'serviceAccountMaxTokenExpiration'], {
    kind: durationKind,
    help: 'Maximum lifetime of a token; 0 sets no limit.',
  })
  .flag('service-account-signing-key-file', ['authentication', 'serviceAccountSigningKeyFile'], {
    kind: pathKind,
    help: 'Key that signs tokens (PEM); generated at the first start when not set.',
    isFile: true,
  })
  .flag('token-auth-file', ['authentication', 'tokenAuthFile'], {
    kind: pathKind,
    help: 'Static tokens (CSV): token,user,uid,"group,...".',
    isFile: true,
  });
