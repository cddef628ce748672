import { section } from './flag.js';
import { durationKind, listKind, pairKind, pathKind, repeatedKind, switchKind, textKind } from './flag-kinds.js';

/** The flags that say who a request may come from. */
export const authentication = section('Authentication')
  .flag('anonymous-auth', ['authentication', 'anonymousAuth'], {
    kind: switchKind,
    help: 'Let requests without credentials through as system:anonymous.',
  })
  .flag('api-audiences', ['authentication', 'apiAudiences'], {
    kind: listKind,
    help: 'Audiences of this API; by default the issuers.',
  })
  .flag('authentication-config', ['authentication', 'authenticationConfig'], {
    kind: pathKind,
    help: 'File (AuthenticationConfiguration) with issuers of tokens and who may be anonymous; read again when it changes.',
    isFile: true,
  })
  .flag('authentication-token-webhook-cache-ttl', ['authentication', 'tokenWebhookCacheTtl'], {
    kind: durationKind,
    help: 'Time that answers of the webhook for tokens are remembered; 0s asks it for every request.',
  })
  .flag('authentication-token-webhook-config-file', ['authentication', 'tokenWebhookConfigFile'], {
    kind: pathKind,
    help: 'Kubeconfig that leads to a webhook for tokens, asked by TokenReview.',
    isFile: true,
  })
  .flag('authentication-token-webhook-version', ['authentication', 'tokenWebhookVersion'], {
    kind: textKind,
    help: 'Version of TokenReview that the webhook is asked in: v1 or v1beta1.',
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
    help: "Authorities of the issuer's certificate (PEM); those of the platform when not given.",
    isFile: true,
  })
  .flag('oidc-client-id', ['authentication', 'oidcClientId'], {
    kind: textKind,
    help: 'Audience that tokens of the issuer have to be for.',
  })
  .flag('oidc-groups-claim', ['authentication', 'oidcGroupsClaim'], {
    kind: textKind,
    help: "Claim of the user's groups, a text or a list.",
  })
  .flag('oidc-groups-prefix', ['authentication', 'oidcGroupsPrefix'], {
    kind: textKind,
    help: 'What is put in front of groups.',
  })
  .flag('oidc-issuer-url', ['authentication', 'oidcIssuerUrl'], {
    kind: textKind,
    help: 'Issuer of tokens (OpenID Connect) that are accepted; https only.',
  })
  .flag('oidc-required-claim', ['authentication', 'oidcRequiredClaims'], {
    kind: pairKind,
    help: 'Claim that tokens have to have with this value; repeatable.',
  })
  .flag('oidc-signing-algs', ['authentication', 'oidcSigningAlgorithms'], {
    kind: listKind,
    help: 'Algorithms that tokens of the issuer may be signed by (RFC 7518).',
  })
  .flag('oidc-username-claim', ['authentication', 'oidcUsernameClaim'], {
    kind: textKind,
    help: 'Claim of the user name.',
  })
  .flag('oidc-username-prefix', ['authentication', 'oidcUsernamePrefix'], {
    kind: textKind,
    help: 'What is put in front of user names; the issuer but for the claim email when not given, nothing with -.',
  })
  .flag('requestheader-allowed-names', ['authentication', 'requestHeaderAllowedNames'], {
    kind: listKind,
    help: 'Common names that certificates of front proxies may have; any when not given.',
  })
  .flag('requestheader-client-ca-file', ['authentication', 'requestHeaderClientCaFile'], {
    kind: pathKind,
    help: 'Authorities of the certificates of front proxies (PEM); their headers count only with it.',
    isFile: true,
  })
  .flag('requestheader-extra-headers-prefix', ['authentication', 'requestHeaderExtraPrefixes'], {
    kind: listKind,
    help: 'Beginnings of headers in which front proxies tell more of the user: X-Remote-Extra-.',
  })
  .flag('requestheader-group-headers', ['authentication', 'requestHeaderGroupHeaders'], {
    kind: listKind,
    help: "Headers in which front proxies tell the user's groups: X-Remote-Group.",
  })
  .flag('requestheader-uid-headers', ['authentication', 'requestHeaderUidHeaders'], {
    kind: listKind,
    help: "Headers in which front proxies tell the user's uid: X-Remote-Uid; needs the feature RemoteRequestHeaderUID.",
  })
  .flag('requestheader-username-headers', ['authentication', 'requestHeaderUsernameHeaders'], {
    kind: listKind,
    help: 'Headers in which front proxies tell the user: X-Remote-User.',
  })
  .flag('service-account-extend-token-expiration', ['authentication', 'serviceAccountExtendTokenExpiration'], {
    kind: switchKind,
    help: 'Make injected tokens last longer, for old clients.',
  })
  .flag('service-account-issuer', ['authentication', 'serviceAccountIssuers'], {
    kind: repeatedKind,
    help: 'Issuer of service account tokens; the first issues, all are accepted.',
  })
  .flag('service-account-jwks-uri', ['authentication', 'serviceAccountJwksUri'], {
    kind: textKind,
    help: 'Where others are told to find the keys of tokens, in place of this server.',
  })
  .flag('service-account-key-file', ['authentication', 'serviceAccountKeyFiles'], {
    kind: repeatedKind,
    help: 'Key that service account tokens are checked with (PEM); repeatable.',
    isFile: true,
  })
  .flag('service-account-lookup', ['authentication', 'serviceAccountLookup'], {
    kind: switchKind,
    help: 'Accept tokens that are kept in Secrets only while they are there.',
  })
  .flag('service-account-max-token-expiration', ['authentication', 'serviceAccountMaxTokenExpiration'], {
    kind: durationKind,
    help: 'Longest life of a token; 0 sets no limit.',
  })
  .flag('service-account-signing-key-file', ['authentication', 'serviceAccountSigningKeyFile'], {
    kind: pathKind,
    help: 'Key that tokens are signed with (PEM); made at the first start when not given.',
    isFile: true,
  })
  .flag('token-auth-file', ['authentication', 'tokenAuthFile'], {
    kind: pathKind,
    help: 'Static tokens (CSV): token,user,uid,"group,...".',
    isFile: true,
  });
