import { authentication } from './authentication-flags.js';
import { AUTHORIZATION_MODES } from './authorization-modes.js';
import { section, type Flag } from './flag.js';
import {
  addressKind,
  durationKind,
  integerKind,
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

const generic = section('Generic')
  .flag('advertise-address', ['serving', 'advertiseAddress'], {
    kind: addressKind,
    help: 'Address that others in the cluster reach this server at.',
  })
  .flag('cors-allowed-origins', ['serving', 'corsAllowedOrigins'], {
    kind: listKind,
    help: 'Regular expressions of the origins that browsers may call from.',
  })
  .flag('emulated-version', ['api', 'emulatedRelease'], {
    kind: releaseKind,
    help: 'Release whose API is served, from 1.15 on.',
  })
  .flag('external-hostname', ['serving', 'externalHostname'], {
    kind: textKind,
    help: 'Host name to use in URLs that name this server.',
  })
  .flag('feature-gates', ['api', 'featureGates'], {
    kind: switchesKind,
    help: 'Features to turn on or off; AllAlpha and AllBeta speak for a stage.',
  })
  .flag('headers-timeout', ['serving', 'headersTimeout'], {
    kind: durationKind,
    help: 'Time in which the headers of a request have to arrive.',
  })
  .flag('idle-timeout', ['serving', 'idleTimeout'], {
    kind: durationKind,
    help: 'Time after which an idle connection is closed, and an answer given up that is not read.',
  })
  .flag('livez-grace-period', ['serving', 'livezGracePeriod'], {
    kind: durationKind,
    help: 'Longest time to start; until then /livez answers that all is well.',
  })
  .flag('max-connections', ['serving', 'maxConnections'], {
    kind: integerKind,
    help: 'Connections at a time; beyond that idle ones are closed for new ones. 0 sets no limit.',
  })
  .flag('max-mutating-requests-inflight', ['serving', 'maxMutatingRequestsInFlight'], {
    kind: integerKind,
    help: 'Writing requests served at a time; 0 sets no limit.',
  })
  .flag('max-requests-inflight', ['serving', 'maxRequestsInFlight'], {
    kind: integerKind,
    help: 'Reading requests served at a time; 0 sets no limit.',
  })
  .flag('min-request-timeout', ['serving', 'minRequestTimeoutSeconds'], {
    kind: integerKind,
    help: 'Least number of seconds a watch is kept open.',
  })
  .flag('request-timeout', ['serving', 'requestTimeout'], {
    kind: durationKind,
    help: 'Time after which a request that is no watch is given up.',
  })
  .flag('shutdown-delay-duration', ['serving', 'shutdownDelay'], {
    kind: durationKind,
    help: 'Time to go on serving, not ready, before a shutdown.',
  })
  .flag('strict-transport-security-directives', ['serving', 'strictTransportSecurityDirectives'], {
    kind: listKind,
    help: 'Strict-Transport-Security of answers: max-age=<seconds>, includeSubDomains, preload; without, no header.',
  });

const storage = section('Storage')
  .flag('accept-older-store', ['storage', 'acceptsOlder'], {
    kind: switchKind,
    help: 'Start on a store that has lost what it had; clients list again, and no revision is given twice.',
  })
  .flag('continue-token-ttl', ['storage', 'continueTokenTtl'], {
    kind: durationKind,
    help: 'Time that a list can be continued for, page by page; history is kept as long. 0: as far as history reaches.',
  })
  .flag('data-dir', ['storage', 'dataDir'], { kind: pathKind, help: 'Directory for everything the server keeps.' })
  .flag('delete-collection-workers', ['storage', 'deleteCollectionWorkers'], {
    kind: integerKind,
    help: 'Objects of a collection deleted at a time.',
  })
  .flag('max-object-bytes', ['storage', 'maxObjectBytes'], {
    kind: integerKind,
    help: 'Largest object that is stored, in bytes of its JSON.',
  })
  .flag('encryption-provider-config', ['storage', 'encryptionProviderConfig'], {
    kind: pathKind,
    help: 'File that says how values are encrypted in the store.',
  })
  .flag('encryption-provider-config-automatic-reload', ['storage', 'encryptionProviderConfigAutomaticReload'], {
    kind: switchKind,
    help: 'Read the file again when it changes.',
  })
  .flag('etcd-compaction-interval', ['storage', 'compactionInterval'], {
    kind: durationKind,
    help: 'Time between compactions of old revisions; 0 never compacts.',
  })
  .flag('event-ttl', ['storage', 'eventTtl'], { kind: durationKind, help: 'Time that events are kept.' })
  .flag('storage-backend', ['storage', 'backend'], {
    kind: textKind,
    help: 'Where objects are kept: sqlite, or memory to forget them at the end.',
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
    help: 'Directory for certificates made at the first start; by default certs in the data directory.',
  })
  .flag('http2-max-streams-per-connection', ['serving', 'http2MaxStreamsPerConnection'], {
    kind: integerKind,
    help: 'Requests at a time on one HTTP/2 connection; 0 leaves it to the server.',
  })
  .flag('insecure-port', ['serving', 'insecurePort'], {
    kind: portKind,
    help: 'Port for plain HTTP without authentication on the loopback address; 0 for none.',
  })
  .flag('secure-port', ['serving', 'securePort'], { kind: portKind, help: 'Port for HTTPS; 0 takes any free one.' })
  .flag('tls-cert-file', ['serving', 'tlsCertFile'], {
    kind: pathKind,
    help: 'Serving certificate with its chain (PEM); made at the first start when not given.',
    isFile: true,
  })
  .flag('tls-cipher-suites', ['serving', 'tlsCipherSuites'], {
    kind: listKind,
    help: 'Cipher suites by their IANA names; by default those of the platform.',
  })
  .flag('tls-min-version', ['serving', 'tlsMinVersion'], {
    kind: textKind,
    help: 'Least TLS version: VersionTLS10 to VersionTLS13.',
  })
  .flag('tls-private-key-file', ['serving', 'tlsPrivateKeyFile'], {
    kind: pathKind,
    help: 'Key of the serving certificate (PEM).',
    isFile: true,
  });

const authorization = section('Authorization')
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
    help: 'Time for which a webhook that has allowed something is not asked again; 0 asks each time.',
  })
  .flag('authorization-webhook-cache-unauthorized-ttl', ['authorization', 'webhookCacheUnauthorizedTtl'], {
    kind: durationKind,
    help: 'Time for which a webhook that has not allowed something is not asked again; 0 asks each time.',
  })
  .flag('authorization-webhook-config-file', ['authorization', 'webhookConfigFile'], {
    kind: pathKind,
    help: 'Kubeconfig that leads to the webhook of mode Webhook.',
    isFile: true,
  })
  .flag('authorization-webhook-version', ['authorization', 'webhookVersion'], {
    kind: textKind,
    help: 'Version of the reviews that are sent to the webhook: v1 or v1beta1.',
  })
  .flag('decision-trace', ['authorization', 'decisionTrace'], {
    kind: switchKind,
    help: 'Tell administrators in the answer which rule decided.',
  });

const enablement = section('API enablement').flag('runtime-config', ['api', 'runtimeConfig'], {
  kind: pairsKind,
  help: 'API versions to turn on or off: <group>/<version>[/<resource>], v1, api/all, api/ga, api/beta, api/alpha.',
});

const admission = section('Admission')
  .flag('admission-control-config-file', ['admission', 'configFile'], {
    kind: pathKind,
    help: 'File (AdmissionConfiguration) with the configurations of admission plugins.',
    isFile: true,
  })
  .flag('disable-admission-plugins', ['admission', 'disabledPlugins'], {
    kind: listKind,
    help: 'Admission plugins not to run although they are on by default.',
  })
  .flag('enable-admission-plugins', ['admission', 'enabledPlugins'], {
    kind: listKind,
    help: 'Admission plugins to run besides the default ones.',
  });

const network = section('Network')
  .flag('service-cluster-ip-range', ['network', 'serviceClusterIpRanges'], {
    kind: listKind,
    help: 'Network of Service addresses, or one of each family.',
  })
  .flag('service-node-port-range', ['network', 'serviceNodePortRange'], {
    kind: portRangeKind,
    help: 'Ports for Services of type NodePort.',
  });

const kubelet = section('Kubelets')
  .flag('kubelet-certificate-authority', ['kubelet', 'certificateAuthority'], {
    kind: pathKind,
    help: 'Authorities of the certificates of kubelets (PEM); without, any certificate will do.',
    isFile: true,
  })
  .flag('kubelet-client-certificate', ['kubelet', 'clientCertificate'], {
    kind: pathKind,
    help: 'Certificate that kubelets are shown (PEM).',
    isFile: true,
  })
  .flag('kubelet-client-key', ['kubelet', 'clientKey'], {
    kind: pathKind,
    help: 'Key of the certificate that kubelets are shown (PEM).',
    isFile: true,
  })
  .flag('kubelet-port', ['kubelet', 'port'], {
    kind: portKind,
    help: 'Port of kubelets whose nodes tell no other.',
    deprecated: 'kubelet-port is deprecated and will be removed.',
  })
  .flag('kubelet-preferred-address-types', ['kubelet', 'preferredAddressTypes'], {
    kind: listKind,
    help: 'Types of node addresses that kubelets are reached at, the best first.',
  })
  .flag('kubelet-timeout', ['kubelet', 'timeout'], {
    kind: durationKind,
    help: 'Time in which a connection to a kubelet has to be made.',
  });

const extensions = section('Controllers and plugins')
  .flag('controllers', ['extensions', 'controllers'], {
    kind: listKind,
    help: 'Controllers to run: * for the default ones, name to add one, -name or -* to leave out.',
  })
  .flag('plugin-checks', ['extensions', 'pluginChecks'], {
    kind: switchKind,
    help: 'Try the functions of plugins at the start, on samples; off by default where NODE_ENV is production.',
  })
  .flag('plugins', ['extensions', 'plugins'], {
    kind: repeatedKind,
    help: 'Plugin to load, by path or package name; repeatable.',
  });

const observability = section('Logs and metrics')
  .flag('show-hidden-metrics-for-version', ['observability', 'showHiddenMetricsForVersion'], {
    kind: textKind,
    help: 'Previous release, to show the metrics hidden since.',
  })
  .flag('v', ['observability', 'verbosity'], { kind: integerKind, help: 'How many details are logged.' });

/** Every flag that sets an option, section by section. */
export const FLAGS: readonly Flag[] = [
  generic,
  serving,
  storage,
  authentication,
  authorization,
  enablement,
  admission,
  network,
  kubelet,
  extensions,
  observability,
].flatMap((part) => part.flags);
