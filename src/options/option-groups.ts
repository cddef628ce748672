import type { MaskedMember } from './masked-members.js';
import { LeaderElectionOptions } from './leader-election.js';
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { AuditOptions } from './audit-options.js';
import { DiagnosticsOptions, LogOptions } from './diagnostics-options.js';
import { MetricsOptions } from './metrics-options.js';
import { FeatureGates, type GateTable } from './feature-gates.js';
import { InstalledSettings } from './plugins/installed-settings.js';
import { RuntimeConfig } from './runtime-config.js';
import { CURRENT_RELEASE } from './release.js';
import type { ReleaseState } from './feature-span.js';
import { WorkersOptions } from './workers-options.js';

/** The listener and how requests are taken. Durations are in milliseconds; an empty text means not given. */
export class ServingOptions {
  bindAddress = '127.0.0.1';
  advertiseAddress = '';
  externalHostname = '';
  securePort = 6443;
  insecurePort = 0;
  insecureSocket = '';
  certDir = '';
  tlsCertFile = '';
  tlsPrivateKeyFile = '';
  tlsMinVersion = 'VersionTLS12';
  tlsCipherSuites: readonly string[] = [];
  http2MaxStreamsPerConnection = 0;
  maxConnections = 4096;
  /** That of the reference, as is the next. */
  idleTimeout = 90_000;
  headersTimeout = 32_000;
  corsAllowedOrigins: readonly string[] = [];
  strictTransportSecurityDirectives: readonly string[] = [];
  maxRequestsInFlight = 400;
  maxMutatingRequestsInFlight = 200;
  /** False limits concurrent requests by the two numbers alone. */
  priorityAndFairness = true;
  requestTimeout = 60_000;
  minRequestTimeoutSeconds = 1800;
  shutdownDelay = 0;
  /** The fraction of HTTP/2 requests whose connection is ended. */
  goawayChance = 0;
  /** True if requests that come after the delay of the shutdown are rejected with 429. */
  shutdownSendRetryAfter = false;
  /** Maximum time over which watches are ended; 0 ends them at once. */
  shutdownWatchTerminationGracePeriod = 0;
  livezGracePeriod = 0;
}

/** Where objects are kept. Durations are in milliseconds. */
export class StorageOptions {
  dataDir = './data';
  backend = 'sqlite';
  /** True if the server starts on a rolled-back store. */
  acceptsOlder = false;
  watchCache = true;
  compactionInterval = 300_000;
  /** How long a list can be continued, from its first page on; 0 as long as history reaches. */
  continueTokenTtl = 300_000;
  deleteCollectionWorkers = 1;
  /** The request size limit of etcd in the reference. */
  maxObjectBytes = 1.5 * 1024 * 1024;
  eventTtl = 3_600_000;
  encryptionProviderConfig = '';
  encryptionProviderConfigAutomaticReload = false;
  /** File with the keys of the secrets that servers share in the store; empty where they do not. */
  sharedSecrets = '';
}

/** How etcd is reached, for `--storage-backend=etcd3`. Files in PEM; empty for none. Durations are in milliseconds. */
export class EtcdOptions {
  servers: readonly string[] = [];
  /** `group/resource#servers`, with servers separated by semicolons. */
  serversOverrides: readonly string[] = [];
  caFile = '';
  certFile = '';
  keyFile = '';
  prefix = '/registry';
  countMetricPollPeriod = 60_000;
}

/** How PostgreSQL is reached, for `--storage-backend=postgres`. Empty texts for what is not given. Durations are in milliseconds. */
export class PostgresOptions {
  url = '';
  /** A file with the URL in place of it. */
  urlFile = '';
  passwordFile = '';
  /** Files in PEM. */
  caFile = '';
  certFile = '';
  keyFile = '';
  schema = 'binnacle';
  maxConnections = 10;
  statementTimeout = 10_000;
}

/** Options of authentication. Durations are in milliseconds. */
export class AuthenticationOptions {
  anonymousAuth = true;
  /** File that configures issuers of tokens and anonymous access; empty for none. */
  authenticationConfig = '';
  /** Kubeconfig that leads to a webhook for tokens; empty for none. */
  tokenWebhookConfigFile = '';
  tokenWebhookVersion = 'v1beta1';
  /** 0 asks for every request. */
  tokenWebhookCacheTtl = 120_000;
  oidcIssuerUrl = '';
  oidcClientId = '';
  oidcCaFile = '';
  oidcUsernameClaim = 'sub';
  oidcUsernamePrefix = '';
  oidcGroupsClaim = '';
  oidcGroupsPrefix = '';
  oidcSigningAlgorithms: readonly string[] = ['RS256'];
  oidcRequiredClaims: Readonly<Record<string, string>> = {};
  clientCaFile = '';
  tokenAuthFile = '';
  enableBootstrapTokenAuth = false;
  apiAudiences: readonly string[] = [];
  /** The first issues tokens, the others are still accepted; none given means the cluster's own. */
  serviceAccountIssuers: readonly string[] = [];
  serviceAccountKeyFiles: readonly string[] = [];
  serviceAccountSigningKeyFile = '';
  serviceAccountMaxTokenExpiration = 0;
  serviceAccountExtendTokenExpiration = true;
  /** True if tokens that are kept in Secrets have to be there still. */
  serviceAccountLookup = true;
  /** Where others find the keys of tokens; the server itself when empty. */
  serviceAccountJwksUri = '';
  /** The authorities of front proxy certificates; without them the proxies' headers are ignored. */
  requestHeaderClientCaFile = '';
  requestHeaderAllowedNames: readonly string[] = [];
  requestHeaderUsernameHeaders: readonly string[] = [];
  requestHeaderUidHeaders: readonly string[] = [];
  requestHeaderGroupHeaders: readonly string[] = [];
  requestHeaderExtraPrefixes: readonly string[] = [];
}

/** Options of authorization. Durations are in milliseconds; an empty text means not set. */
export class AuthorizationOptions {
  /** None given means RBAC, unless a file says it. */
  modes: readonly string[] = [];
  configFile = '';
  policyFile = '';
  webhookConfigFile = '';
  webhookVersion = 'v1beta1';
  webhookCacheAuthorizedTtl = 300_000;
  webhookCacheUnauthorizedTtl = 30_000;
  decisionTrace = false;
  /** File for decisions on requests; `-` is standard output, empty none. */
  decisionLog = '';
  /** Megabytes of the file before it is rotated; 0 stands for the default of 100. */
  decisionLogMaxSize = 0;
  /** Rotated files that are kept; 0 sets no limit. */
  decisionLogMaxBackup = 0;
  /** Kubeconfig of a webhook for decisions; empty for none. */
  decisionLogWebhookConfigFile = '';
  /** The fraction of allowed requests that is recorded. */
  decisionLogSampleRate = 1;
  /** Members whose values are replaced by a keyed hash. */
  decisionLogMask: readonly MaskedMember[] = [];
}

/** Which admission plugins run, besides the defaults. */
export class AdmissionOptions {
  enabledPlugins: readonly string[] = [];
  disabledPlugins: readonly string[] = [];
  allowPrivileged = true;
  /** File with the configurations of admission plugins. */
  configFile = '';
}

/** A range of ports, both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** The addresses that Services get. */
export class NetworkOptions {
  /** One network, or one of each family. */
  serviceClusterIpRanges: readonly string[] = ['10.0.0.0/24'];
  serviceNodePortRange: PortRange = { from: 30000, to: 32767 };
  /** `lease`: the service `kubernetes` has the addresses of all servers on one store; `none`: they are not maintained. */
  endpointReconcilerType = 'lease';
}

/** How kubelets are reached. Files in PEM; empty for none. Durations are in milliseconds. */
export class KubeletOptions {
  clientCertificate = '';
  clientKey = '';
  /** Without it any certificate of a kubelet will do. */
  certificateAuthority = '';
  /** Types of node addresses, the best first. */
  preferredAddressTypes: readonly string[] = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
  /** The port of nodes that do not publish one. */
  port = 10_250;
  timeout = 5000;
}

/** The servers of API groups behind this one. Files in PEM; empty for none. */
export class AggregationOptions {
  /** The client certificate by which this server names users to them; the server's own when empty. */
  clientCertificate = '';
  clientKey = '';
  /** True if they are reached at the endpoints of their services, not at their cluster addresses. */
  enablesRouting = false;
  /** True if their redirects are refused. */
  rejectsRedirects = true;
}

/** The cluster of an extension server. Durations are in milliseconds; an empty text means not given. */
export class ClusterOptions {
  /** True if the server is part of a cluster, behind another API server. */
  isExtension = false;
  /** The kubeconfig of the cluster; the service account of the pod when empty, here and where the next two are not given. */
  kubeconfig = '';
  authenticationKubeconfig = '';
  authorizationKubeconfig = '';
  /** True if the cluster is not asked who signs client certificates. */
  skipsLookup = false;
  /** True if the server starts where that could not be found out. */
  toleratesLookupFailure = false;
  /** Paths that any user may read; a star at the end stands for the rest. */
  alwaysAllowedPaths: readonly string[] = ['/healthz', '/readyz', '/livez'];
  tokenCacheTtl = 10_000;
  authorizedTtl = 10_000;
  unauthorizedTtl = 10_000;
  /** True if the APIServices of the served groups are given the authority of the serving certificate. */
  publishesAuthority = false;
}

/** Which API is served. */
export class ApiOptions {
  runtimeConfig: Readonly<Record<string, string>> = {};
  featureGates: Readonly<Record<string, boolean>> = {};
  emulatedRelease = CURRENT_RELEASE;
  /** True if deprecated flags in use are reported. */
  warnDeprecated = true;
  /** True if clients are warned of objects they store that have no effect here. */
  warnWithoutEffect = true;
}

/** Background components besides the API: controllers (`*`, `name`, `-name`) and plugins by path or package name. */
export class ExtensionOptions {
  controllers: readonly string[] = ['*'];
  plugins: readonly string[] = [];
  /** True if plugins are tried at the start; they are, but in production. */
  pluginChecks = process.env.NODE_ENV !== 'production';
  /** True if responses include the cause of internal errors, and where it was thrown: for developing plugins. */
  development = false;
  /** Load plugins again when their files change. */
  watchPlugins = false;
}

/** Options of the console. */
export class ConsoleOptions {
  enabled = false;
  /** `loopback` or `any`: the peers that its files are served to. */
  bind = 'loopback';
  /** The client by which users sign in at an issuer of OpenID Connect; empty where they do not. */
  oidcClientId = '';
  /** Empty: that of authentication. */
  oidcIssuerUrl = '';
  oidcScopes: readonly string[] = ['openid', 'profile', 'email'];
  /** The origins of other servers that it may call. */
  servers: readonly string[] = [];
}

/** Options of logs, metrics and traces. */
export class ObservabilityOptions {
  verbosity = 0;
  showHiddenMetricsForVersion = '';
}

/** Everything that can be set, group by group, with its defaults. */
export class OptionGroups {
  @Type(() => ServingOptions)
  serving = new ServingOptions();
  @Type(() => StorageOptions)
  storage = new StorageOptions();
  @Type(() => EtcdOptions)
  etcd = new EtcdOptions();
  @Type(() => PostgresOptions)
  postgres = new PostgresOptions();
  @Type(() => AuthenticationOptions)
  authentication = new AuthenticationOptions();
  @Type(() => AuthorizationOptions)
  authorization = new AuthorizationOptions();
  @Type(() => AdmissionOptions)
  admission = new AdmissionOptions();
  @Type(() => NetworkOptions)
  network = new NetworkOptions();
  @Type(() => KubeletOptions)
  kubelet = new KubeletOptions();
  @Type(() => AggregationOptions)
  aggregation = new AggregationOptions();
  @Type(() => ClusterOptions)
  cluster = new ClusterOptions();
  @Type(() => AuditOptions)
  audit = new AuditOptions();
  @Type(() => MetricsOptions)
  metrics = new MetricsOptions();
  @Type(() => ApiOptions)
  api = new ApiOptions();
  @Type(() => LeaderElectionOptions)
  leaderElection = new LeaderElectionOptions();
  @Type(() => ExtensionOptions)
  extensions = new ExtensionOptions();
  @Type(() => ConsoleOptions)
  console = new ConsoleOptions();
  @Type(() => ObservabilityOptions)
  observability = new ObservabilityOptions();
  @Type(() => LogOptions)
  logs = new LogOptions();
  @Type(() => DiagnosticsOptions)
  diagnostics = new DiagnosticsOptions();
  @Type(() => WorkersOptions)
  workers = new WorkersOptions();
}

/**
 * The options of a server, and what follows from them.
 *
 * @internal
 * @example
 * class Board { constructor(@Inject(ApiServerOptions) readonly options: ApiServerOptions) {} }
 */
export class ApiServerOptions extends OptionGroups {
  /** True if `anonymousAuth` was set explicitly; set by the option parser. */
  isAnonymousAuthGiven = false;

  /** The options and feature gates of plugins. */
  readonly ofPlugins = new InstalledSettings();

  /** The features that are on. */
  get features(): FeatureGates {
    return FeatureGates.of(this.api.featureGates, this.gateTable);
  }

  /** The feature gates there are. */
  get gateTable(): GateTable {
    return { release: this.api.emulatedRelease, ofPlugins: this.ofPlugins.featureGates };
  }

  /** The served release, with the features that are on. */
  get releaseState(): ReleaseState {
    const { features } = this;
    return { release: this.api.emulatedRelease, isEnabled: (gate) => features.enabled(gate) };
  }

  /** The authorizers of `--authorization-mode`, in their order. */
  get authorizationModes(): readonly string[] {
    const { modes } = this.authorization;
    return modes.length > 0 ? modes : ['RBAC'];
  }

  /** The API versions that are switched on or off. */
  get runtimeConfig(): RuntimeConfig {
    return RuntimeConfig.of(this.api.runtimeConfig);
  }

  /** The directory of certificates and keys: `--cert-dir`, else inside the data directory. */
  get certificateDirectory(): string {
    return this.serving.certDir === '' ? `${this.storage.dataDir}/certs` : this.serving.certDir;
  }

  /** The issuers of service account tokens, the signing one first. */
  get serviceAccountIssuers(): readonly string[] {
    const { serviceAccountIssuers } = this.authentication;
    return serviceAccountIssuers.length > 0 ? serviceAccountIssuers : ['https://kubernetes.default.svc'];
  }

  /** The audiences a token has to name one of: `--api-audiences`, else the issuers. */
  get apiAudiences(): readonly string[] {
    const { apiAudiences } = this.authentication;
    return apiAudiences.length > 0 ? apiAudiences : this.serviceAccountIssuers;
  }
}
