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

const FILE = { isFile: true };

const generic = section('Generic')
  .flag(
    'advertise-address',
    addressKind,
    ['serving', 'advertiseAddress'],
    'Address that others in the cluster reach this server at.',
  )
  .flag(
    'cors-allowed-origins',
    listKind,
    ['serving', 'corsAllowedOrigins'],
    'Regular expressions of the origins that browsers may call from.',
  )
  .flag('emulated-version', releaseKind, ['api', 'emulatedRelease'], 'Release whose API is served, from 1.15 on.')
  .flag(
    'external-hostname',
    textKind,
    ['serving', 'externalHostname'],
    'Host name to use in URLs that name this server.',
  )
  .flag(
    'feature-gates',
    switchesKind,
    ['api', 'featureGates'],
    'Features to turn on or off; AllAlpha and AllBeta speak for a stage.',
  )
  .flag(
    'livez-grace-period',
    durationKind,
    ['serving', 'livezGracePeriod'],
    'Longest time to start; until then /livez answers that all is well.',
  )
  .flag(
    'max-mutating-requests-inflight',
    integerKind,
    ['serving', 'maxMutatingRequestsInFlight'],
    'Writing requests served at a time; 0 sets no limit.',
  )
  .flag(
    'max-requests-inflight',
    integerKind,
    ['serving', 'maxRequestsInFlight'],
    'Reading requests served at a time; 0 sets no limit.',
  )
  .flag(
    'min-request-timeout',
    integerKind,
    ['serving', 'minRequestTimeoutSeconds'],
    'Least number of seconds a watch is kept open.',
  )
  .flag(
    'request-timeout',
    durationKind,
    ['serving', 'requestTimeout'],
    'Time after which a request that is no watch is given up.',
  )
  .flag(
    'shutdown-delay-duration',
    durationKind,
    ['serving', 'shutdownDelay'],
    'Time to go on serving, not ready, before a shutdown.',
  );

const storage = section('Storage')
  .flag('data-dir', pathKind, ['storage', 'dataDir'], 'Directory for everything the server keeps.')
  .flag(
    'delete-collection-workers',
    integerKind,
    ['storage', 'deleteCollectionWorkers'],
    'Objects of a collection deleted at a time.',
  )
  .flag(
    'max-object-bytes',
    integerKind,
    ['storage', 'maxObjectBytes'],
    'Largest object that is stored, in bytes of its JSON.',
  )
  .flag(
    'etcd-compaction-interval',
    durationKind,
    ['storage', 'compactionInterval'],
    'Time between compactions of old revisions; 0 never compacts.',
  )
  .flag('event-ttl', durationKind, ['storage', 'eventTtl'], 'Time that events are kept.')
  .flag(
    'storage-backend',
    textKind,
    ['storage', 'backend'],
    'Where objects are kept: sqlite, or memory to forget them at the end.',
  )
  .flag(
    'watch-cache',
    switchKind,
    ['storage', 'watchCache'],
    'Keep recent changes in memory; without, watches read them from the store and lists of older revisions expire at once.',
  );

const serving = section('Secure serving')
  .flag('bind-address', addressKind, ['serving', 'bindAddress'], 'Address to listen on; 0.0.0.0 or :: for all.')
  .flag(
    'cert-dir',
    pathKind,
    ['serving', 'certDir'],
    'Directory for certificates made at the first start; by default certs in the data directory.',
  )
  .flag(
    'http2-max-streams-per-connection',
    integerKind,
    ['serving', 'http2MaxStreamsPerConnection'],
    'Requests at a time on one HTTP/2 connection; 0 leaves it to the server.',
  )
  .flag(
    'insecure-port',
    portKind,
    ['serving', 'insecurePort'],
    'Port for plain HTTP without authentication on the loopback address; 0 for none.',
  )
  .flag('secure-port', portKind, ['serving', 'securePort'], 'Port for HTTPS; 0 takes any free one.')
  .flag(
    'tls-cert-file',
    pathKind,
    ['serving', 'tlsCertFile'],
    'Serving certificate with its chain (PEM); made at the first start when not given.',
    FILE,
  )
  .flag(
    'tls-cipher-suites',
    listKind,
    ['serving', 'tlsCipherSuites'],
    'Cipher suites by their IANA names; by default those of the platform.',
  )
  .flag('tls-min-version', textKind, ['serving', 'tlsMinVersion'], 'Least TLS version: VersionTLS10 to VersionTLS13.')
  .flag(
    'tls-private-key-file',
    pathKind,
    ['serving', 'tlsPrivateKeyFile'],
    'Key of the serving certificate (PEM).',
    FILE,
  );

const authentication = section('Authentication')
  .flag(
    'anonymous-auth',
    switchKind,
    ['authentication', 'anonymousAuth'],
    'Let requests without credentials through as system:anonymous.',
  )
  .flag('api-audiences', listKind, ['authentication', 'apiAudiences'], 'Audiences of this API; by default the issuers.')
  .flag(
    'client-ca-file',
    pathKind,
    ['authentication', 'clientCaFile'],
    "Authorities of client certificates (PEM), beside the cluster's own.",
    FILE,
  )
  .flag(
    'enable-bootstrap-token-auth',
    switchKind,
    ['authentication', 'enableBootstrapTokenAuth'],
    'Accept bootstrap tokens from Secrets in kube-system.',
  )
  .flag(
    'service-account-extend-token-expiration',
    switchKind,
    ['authentication', 'serviceAccountExtendTokenExpiration'],
    'Make injected tokens last longer, for old clients.',
  )
  .flag(
    'service-account-issuer',
    repeatedKind,
    ['authentication', 'serviceAccountIssuers'],
    'Issuer of service account tokens; the first issues, all are accepted.',
  )
  .flag(
    'service-account-key-file',
    repeatedKind,
    ['authentication', 'serviceAccountKeyFiles'],
    'Key that service account tokens are checked with (PEM); repeatable.',
    FILE,
  )
  .flag(
    'service-account-max-token-expiration',
    durationKind,
    ['authentication', 'serviceAccountMaxTokenExpiration'],
    'Longest life of a token; 0 sets no limit.',
  )
  .flag(
    'service-account-signing-key-file',
    pathKind,
    ['authentication', 'serviceAccountSigningKeyFile'],
    'Key that tokens are signed with (PEM); made at the first start when not given.',
    FILE,
  )
  .flag(
    'token-auth-file',
    pathKind,
    ['authentication', 'tokenAuthFile'],
    'Static tokens (CSV): token,user,uid,"group,...".',
    FILE,
  );

const authorization = section('Authorization')
  .flag(
    'authorization-mode',
    listKind,
    ['authorization', 'modes'],
    'Authorizers in order: AlwaysAllow, AlwaysDeny, RBAC, Node.',
  )
  .flag(
    'decision-trace',
    switchKind,
    ['authorization', 'decisionTrace'],
    'Tell administrators in the answer which rule decided.',
  );

const enablement = section('API enablement').flag(
  'runtime-config',
  pairsKind,
  ['api', 'runtimeConfig'],
  'API versions to turn on or off: <group>/<version>[/<resource>], v1, api/all, api/ga, api/beta, api/alpha.',
);

const admission = section('Admission')
  .flag(
    'disable-admission-plugins',
    listKind,
    ['admission', 'disabledPlugins'],
    'Admission plugins not to run although they are on by default.',
  )
  .flag(
    'enable-admission-plugins',
    listKind,
    ['admission', 'enabledPlugins'],
    'Admission plugins to run besides the default ones.',
  );

const network = section('Network')
  .flag(
    'service-cluster-ip-range',
    listKind,
    ['network', 'serviceClusterIpRanges'],
    'Network of Service addresses, or one of each family.',
  )
  .flag(
    'service-node-port-range',
    portRangeKind,
    ['network', 'serviceNodePortRange'],
    'Ports for Services of type NodePort.',
  );

const extensions = section('Controllers and plugins')
  .flag(
    'controllers',
    listKind,
    ['extensions', 'controllers'],
    'Controllers to run: * for the default ones, name to add one, -name or -* to leave out.',
  )
  .flag('plugins', repeatedKind, ['extensions', 'plugins'], 'Plugin to load, by path or package name; repeatable.');

const observability = section('Logs and metrics')
  .flag(
    'show-hidden-metrics-for-version',
    textKind,
    ['observability', 'showHiddenMetricsForVersion'],
    'Previous release, to show the metrics hidden since.',
  )
  .flag('v', integerKind, ['observability', 'verbosity'], 'How many details are logged.');

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
  extensions,
  observability,
].flatMap((part) => part.flags);
