import { CONSOLE_BINDS } from './console-checks.js';
import { audit } from './audit-flags.js';
import { metrics } from './metrics-flags.js';
import { authentication } from './authentication-flags.js';
import { AUTHORIZATION_MODES } from './authorization-modes.js';
import { ENDPOINT_RECONCILERS } from './endpoint-reconcilers.js';
import { diagnostics } from './diagnostics-flags.js';
import { addDecisionLogFlags } from './decision-log-flags.js';
import { addEtcdFlags } from './etcd-flags.js';
import { section, type Flag } from './flag.js';
import {
  addressKind,
  durationKind,
  integerKind,
  lastListKind,
  listKind,
  pairsKind,
  pathKind,
  portKind,
  portRangeKind,
  releaseKind,
  repeatedKind,
  switchesKind,
  switchKind,
  textKind,
} from './flag-kinds.js';
import { leaderElection } from './leader-election-flags.js';
import { lifecycle } from './lifecycle-flags.js';
import { workers } from './workers-flags.js';
import { addPostgresFlags } from './postgres-flags.js';

const generic = section('Generic')
  .flag('advertise-address', ['serving', 'advertiseAddress'], {
    kind: addressKind,
    help: 'Address at which cluster members reach this server.',
  })
  .flag('cors-allowed-origins', ['serving', 'corsAllowedOrigins'], {
    kind: listKind,
    help: 'Regular expressions of the origins that browsers may call from.',
  })
  .flag('emulated-version', ['api', 'emulatedRelease'], {
    kind: releaseKind,
    help: 'Release whose API is served, from 1.15 to 1.36.',
  })
  .flag('enable-priority-and-fairness', ['serving', 'priorityAndFairness'], {
    kind: switchKind,
    help: 'Queue requests fairly by flow schemas and priority levels; false limits their number only.',
  })
  .flag('external-hostname', ['serving', 'externalHostname'], {
    kind: textKind,
    help: 'Host name to use in URLs that name this server.',
  })
  .flag('feature-gates', ['api', 'featureGates'], {
    kind: switchesKind,
    help: 'Features to enable or disable; AllAlpha and AllBeta apply to a stage.',
  })
  .flag('headers-timeout', ['serving', 'headersTimeout'], {
    kind: durationKind,
    help: 'Timeout for the headers of a request.',
  })
  .flag('idle-timeout', ['serving', 'idleTimeout'], {
    kind: durationKind,
    help: 'Timeout of idle connections and of responses that are not read.',
  })
  .flag('livez-grace-period', ['serving', 'livezGracePeriod'], {
    kind: durationKind,
    help: 'Grace period for the start; until then /livez succeeds.',
  })
  .flag('max-connections', ['serving', 'maxConnections'], {
    kind: integerKind,
    help: 'Maximum number of connections; above it idle ones are closed for new ones. 0 sets no limit.',
  })
  .flag('max-mutating-requests-inflight', ['serving', 'maxMutatingRequestsInFlight'], {
    kind: integerKind,
    help: 'Maximum number of concurrent writing requests; 0 sets no limit. Priority and fairness use the sum of both.',
  })
  .flag('max-requests-inflight', ['serving', 'maxRequestsInFlight'], {
    kind: integerKind,
    help: 'Maximum number of concurrent reading requests; 0 sets no limit. Priority and fairness use the sum of both.',
  })
  .flag('min-request-timeout', ['serving', 'minRequestTimeoutSeconds'], {
    kind: integerKind,
    help: 'Minimum duration of a watch in seconds.',
  })
  .flag('request-timeout', ['serving', 'requestTimeout'], {
    kind: durationKind,
    help: 'Timeout of requests except watches and streams.',
  })
  .flag('warn-deprecated', ['api', 'warnDeprecated'], {
    kind: switchKind,
    help: 'Log a warning for each deprecated flag in use; false disables the warnings.',
  })
  .flag('warn-without-effect', ['api', 'warnWithoutEffect'], {
    kind: switchKind,
    help: 'Warn clients that store objects without effect on this server; false disables the warning.',
  })
  .flag('strict-transport-security-directives', ['serving', 'strictTransportSecurityDirectives'], {
    kind: listKind,
    help: 'Strict-Transport-Security header: max-age=<seconds>, includeSubDomains, preload; none when not set.',
  });

const storage = addPostgresFlags(addEtcdFlags(section('Storage')))
  .flag('accept-older-store', ['storage', 'acceptsOlder'], {
    kind: switchKind,
    help: 'Accept a rolled-back store; clients list again, and no revision is assigned twice.',
  })
  .flag('continue-token-ttl', ['storage', 'continueTokenTtl'], {
    kind: durationKind,
    help: 'Validity of continue tokens; history is kept as long. 0: as long as the history exists.',
  })
  .flag('data-dir', ['storage', 'dataDir'], { kind: pathKind, help: 'Directory for everything the server keeps.' })
  .flag('delete-collection-workers', ['storage', 'deleteCollectionWorkers'], {
    kind: integerKind,
    help: 'Number of objects of a collection that are deleted concurrently.',
  })
  .flag('max-object-bytes', ['storage', 'maxObjectBytes'], {
    kind: integerKind,
    help: 'Maximum size of a stored object, in bytes of its JSON.',
  })
  .flag('encryption-provider-config', ['storage', 'encryptionProviderConfig'], {
    kind: pathKind,
    help: 'File (EncryptionConfiguration) for encryption at rest.',
  })
  .flag('encryption-provider-config-automatic-reload', ['storage', 'encryptionProviderConfigAutomaticReload'], {
    kind: switchKind,
    help: 'Reload the file when it changes.',
  })
  .flag('etcd-compaction-interval', ['storage', 'compactionInterval'], {
    kind: durationKind,
    help: 'Interval of compactions of old revisions; 0 disables them.',
  })
  .flag('event-ttl', ['storage', 'eventTtl'], { kind: durationKind, help: 'Time that events are kept.' })
  .flag('shared-secrets', ['storage', 'sharedSecrets'], {
    kind: pathKind,
    help: 'File with keys, 32 bytes in base64 a line: servers share authorities, keys and encryption in the store, sealed by the first.',
    isFile: true,
  })
  .flag('storage-backend', ['storage', 'backend'], {
    kind: textKind,
    help: 'Storage backend: sqlite, etcd3, postgres, or memory without persistence.',
  })
  .flag('watch-cache', ['storage', 'watchCache'], {
    kind: switchKind,
    help: 'Keep recent changes in memory; without, watches read them from the store and lists of older revisions expire at once.',
  });

const serving = section('Secure serving')
  .flag('bind-address', ['serving', 'bindAddress'], {
    kind: addressKind,
    help: 'Address to listen on; 0.0.0.0 or :: for all.',
  })
  .flag('cert-dir', ['serving', 'certDir'], {
    kind: pathKind,
    help: 'Directory for generated certificates; by default certs in the data directory.',
  })
  .flag('http2-max-streams-per-connection', ['serving', 'http2MaxStreamsPerConnection'], {
    kind: integerKind,
    help: 'Maximum number of concurrent requests per HTTP/2 connection; 0 selects the default.',
  })
  .flag('insecure-port', ['serving', 'insecurePort'], {
    kind: portKind,
    help: 'Port for plain HTTP on the loopback address, where tokens identify clients and certificates cannot; 0 for none.',
  })
  .flag('insecure-socket', ['serving', 'insecureSocket'], {
    kind: pathKind,
    help: 'Unix socket for plain HTTP, as --insecure-port, for the user and the group of the process.',
  })
  .flag('secure-port', ['serving', 'securePort'], { kind: portKind, help: 'Port for HTTPS; 0 takes any free one.' })
  .flag('tls-cert-file', ['serving', 'tlsCertFile'], {
    kind: pathKind,
    help: 'Serving certificate with its chain (PEM); generated at the first start when not set.',
    isFile: true,
  })
  .flag('tls-cipher-suites', ['serving', 'tlsCipherSuites'], {
    kind: listKind,
    help: 'Cipher suites by their IANA names; by default those of the platform.',
  })
  .flag('tls-min-version', ['serving', 'tlsMinVersion'], {
    kind: textKind,
    help: 'Minimum TLS version: VersionTLS10 to VersionTLS13.',
  })
  .flag('tls-private-key-file', ['serving', 'tlsPrivateKeyFile'], {
    kind: pathKind,
    help: 'Key of the serving certificate (PEM).',
    isFile: true,
  });

const authorization = addDecisionLogFlags(section('Authorization'))
  .flag('authorization-config', ['authorization', 'configFile'], {
    kind: pathKind,
    help: 'File (AuthorizationConfiguration) with the authorizers in order; in place of the flags for modes and webhooks.',
    isFile: true,
  })
  .flag('authorization-mode', ['authorization', 'modes'], {
    kind: listKind,
    help: `Authorizers in order, RBAC when not given: ${AUTHORIZATION_MODES.join(', ')}.`,
  })
  .flag('authorization-policy-file', ['authorization', 'policyFile'], {
    kind: pathKind,
    help: 'Policies of mode ABAC, one JSON object a line.',
    isFile: true,
  })
  .flag('authorization-webhook-cache-authorized-ttl', ['authorization', 'webhookCacheAuthorizedTtl'], {
    kind: durationKind,
    help: 'Cache TTL of webhook responses that allow a request; 0 disables the cache.',
  })
  .flag('authorization-webhook-cache-unauthorized-ttl', ['authorization', 'webhookCacheUnauthorizedTtl'], {
    kind: durationKind,
    help: 'Cache TTL of webhook responses that do not allow a request; 0 disables the cache.',
  })
  .flag('authorization-webhook-config-file', ['authorization', 'webhookConfigFile'], {
    kind: pathKind,
    help: 'Kubeconfig of the webhook of mode Webhook.',
    isFile: true,
  })
  .flag('authorization-webhook-version', ['authorization', 'webhookVersion'], {
    kind: textKind,
    help: 'SubjectAccessReview version sent to the webhook: v1 or v1beta1.',
  })
  .flag('decision-trace', ['authorization', 'decisionTrace'], {
    kind: switchKind,
    help: 'Show administrators in response headers which rule decided.',
  });

const enablement = section('API enablement').flag('runtime-config', ['api', 'runtimeConfig'], {
  kind: pairsKind,
  help: 'API versions to enable or disable: <group>/<version>[/<resource>], v1, api/all, api/ga, api/beta, api/alpha.',
});

const admission = section('Admission')
  .flag('admission-control-config-file', ['admission', 'configFile'], {
    kind: pathKind,
    help: 'File (AdmissionConfiguration) with the configurations of admission plugins.',
    isFile: true,
  })
  .flag('allow-privileged', ['admission', 'allowPrivileged'], {
    kind: switchKind,
    help: 'Allow privileged containers; false rejects them in pods and templates.',
  })
  .flag('disable-admission-plugins', ['admission', 'disabledPlugins'], {
    kind: listKind,
    help: 'Admission plugins to disable although they are enabled by default.',
  })
  .flag('enable-admission-plugins', ['admission', 'enabledPlugins'], {
    kind: listKind,
    help: 'Admission plugins to enable besides the default ones.',
  });

const network = section('Network')
  .flag('endpoint-reconciler-type', ['network', 'endpointReconcilerType'], {
    kind: textKind,
    help: `Upkeep of the endpoints of the Service kubernetes: ${ENDPOINT_RECONCILERS.join(' or ')}.`,
  })
  .flag('service-cluster-ip-range', ['network', 'serviceClusterIpRanges'], {
    kind: lastListKind,
    help: 'Network of Service addresses, or one of each family.',
  })
  .flag('service-node-port-range', ['network', 'serviceNodePortRange'], {
    kind: portRangeKind,
    help: 'Ports for Services of type NodePort.',
  });

const aggregation = section('Aggregation')
  .flag('aggregator-reject-forwarding-redirect', ['aggregation', 'rejectsRedirects'], {
    kind: switchKind,
    help: 'Refuse redirects by extension servers.',
  })
  .flag('enable-aggregator-routing', ['aggregation', 'enablesRouting'], {
    kind: switchKind,
    help: 'Reach extension servers and webhooks at the endpoints of their services, not at cluster addresses.',
  })
  .flag('proxy-client-cert-file', ['aggregation', 'clientCertificate'], {
    kind: pathKind,
    help: 'Client certificate by which this server names users to extension servers (PEM); made when not set.',
    isFile: true,
  })
  .flag('proxy-client-key-file', ['aggregation', 'clientKey'], {
    kind: pathKind,
    help: 'Key of the client certificate for extension servers (PEM).',
    isFile: true,
  });

const kubelet = section('Kubelets')
  .flag('kubelet-certificate-authority', ['kubelet', 'certificateAuthority'], {
    kind: pathKind,
    help: 'CA certificates of kubelets (PEM); without it their certificates are not verified.',
    isFile: true,
  })
  .flag('kubelet-client-certificate', ['kubelet', 'clientCertificate'], {
    kind: pathKind,
    help: 'Client certificate for kubelets (PEM).',
    isFile: true,
  })
  .flag('kubelet-client-key', ['kubelet', 'clientKey'], {
    kind: pathKind,
    help: 'Key of the client certificate for kubelets (PEM).',
    isFile: true,
  })
  .flag('kubelet-port', ['kubelet', 'port'], {
    kind: portKind,
    help: 'Port of kubelets whose nodes do not publish one.',
    deprecated: 'kubelet-port is deprecated and will be removed.',
  })
  .flag('kubelet-preferred-address-types', ['kubelet', 'preferredAddressTypes'], {
    kind: listKind,
    help: 'Preferred types of node addresses for kubelet connections, in order.',
  })
  .flag('kubelet-timeout', ['kubelet', 'timeout'], {
    kind: durationKind,
    help: 'Timeout for connecting to a kubelet.',
  });

const extensions = section('Controllers and plugins')
  .flag('controllers', ['extensions', 'controllers'], {
    kind: listKind,
    help: 'Controllers to run: * for the default ones, name to add one, -name or -* to leave out.',
  })
  .flag('development', ['extensions', 'development'], {
    kind: switchKind,
    help: 'Include the cause and the source line of internal errors in responses, for developing plugins.',
  })
  .flag('plugin-checks', ['extensions', 'pluginChecks'], {
    kind: switchKind,
    help: 'Check the functions of plugins at start, on samples; disabled by default if NODE_ENV is production.',
  })
  .flag('plugins', ['extensions', 'plugins'], {
    kind: repeatedKind,
    help: 'Plugin to load, by path or package name; repeatable.',
  })
  .flag('watch-plugins', ['extensions', 'watchPlugins'], {
    kind: switchKind,
    help: 'Load plugins again when files of theirs change, for development; one that fails leaves the former one.',
  });

const console = section('Console')
  .flag('console', ['console', 'enabled'], {
    kind: switchKind,
    help: 'Serve the console at /console.',
  })
  .flag('console-bind', ['console', 'bind'], {
    kind: textKind,
    help: `The peers that the console is served to: ${CONSOLE_BINDS.join(' or ')}.`,
  })
  .flag('console-oidc-client-id', ['console', 'oidcClientId'], {
    kind: textKind,
    help: 'Public client of OpenID Connect by which users sign in to the console.',
  })
  .flag('console-oidc-issuer-url', ['console', 'oidcIssuerUrl'], {
    kind: textKind,
    help: 'Issuer at which users sign in to the console; without it, that of --oidc-issuer-url.',
  })
  .flag('console-oidc-scopes', ['console', 'oidcScopes'], {
    kind: listKind,
    help: 'Scopes that the console asks the issuer for.',
  })
  .flag('console-servers', ['console', 'servers'], {
    kind: listKind,
    help: 'Origins of other servers that the console may call, such as https://10.0.0.5:6443.',
  });

const observability = section('Logs').flag('v', ['observability', 'verbosity'], {
  kind: integerKind,
  help: 'How many details are logged.',
});

/** Every flag that sets an option, section by section. */
export const FLAGS: readonly Flag[] = [
  generic,
  lifecycle,
  serving,
  storage,
  authentication,
  authorization,
  enablement,
  admission,
  network,
  kubelet,
  aggregation,
  audit,
  extensions,
  console,
  leaderElection,
  metrics,
  observability,
  diagnostics,
  workers,
].flatMap((part) => part.flags);
