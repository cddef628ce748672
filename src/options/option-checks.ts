import { isIP } from 'node:net';
import { ADMISSION_PLUGIN_NAMES } from './admission-plugin-names.js';
import { checkAudit } from './audit-checks.js';
import { checkEndpointReconciler } from './endpoint-reconcilers.js';
import { checkConsole } from './console-checks.js';
import { checkDiagnostics } from './diagnostics-checks.js';
import { checkAuthentication } from './authentication-checks.js';
import { checkAuthorization } from './authorization-checks.js';
import { checkEtcd } from './etcd-checks.js';
import { FeatureGates } from './feature-gates.js';
import { checkLeaderElection } from './leader-election.js';
import { checkLifecycle } from './lifecycle-checks.js';
import { checkMetrics } from './metrics-checks.js';
import type { ApiServerOptions } from './option-groups.js';
import { didYouMean } from './nearest-name.js';
import { checkPostgres } from './postgres-checks.js';
import type { OptionProblem } from './problem.js';
import { RuntimeConfig } from './runtime-config.js';
import { checkSharedSecrets } from './shared-secrets-checks.js';
import { TLS_CIPHER_SUITES, TLS_VERSIONS } from './tls-names.js';
import { checkWorkers } from './workers-flags.js';

/** Checks what the options say together, and values whose meaning is known elsewhere. Returns every problem. */
export function checkOptions(options: ApiServerOptions): OptionProblem[] {
  return [
    ...checkTls(options),
    ...checkClientCertificates(options),
    ...checkPorts(options),
    ...checkSeats(options),
    ...checkLifecycle(options),
    ...checkOrigins(options),
    ...checkAuthentication(options),
    ...checkAuthorization(options),
    ...checkAdmission(options),
    ...checkAudit(options),
    ...checkEndpointReconciler(options),
    ...checkConsole(options),
    ...checkDiagnostics(options),
    ...checkEtcd(options),
    ...checkPostgres(options),
    ...checkSharedSecrets(options),
    ...checkClusterRanges(options),
    ...checkControllers(options),
    ...checkLeaderElection(options),
    ...checkMetrics(options),
    ...checkCluster(options),
    ...checkWorkers(options),
    ...FeatureGates.problems(options.api.featureGates, options.gateTable),
    ...RuntimeConfig.problems(options.api.runtimeConfig),
  ];
}

function checkTls({ serving }: ApiServerOptions): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (serving.tlsCertFile !== '' && serving.tlsPrivateKeyFile === '') {
    problems.push(problem('--tls-cert-file', 'has no key', 'Give --tls-private-key-file too.'));
  }
  if (serving.tlsPrivateKeyFile !== '' && serving.tlsCertFile === '') {
    problems.push(problem('--tls-private-key-file', 'has no certificate', 'Give --tls-cert-file too.'));
  }
  if (!Object.hasOwn(TLS_VERSIONS, serving.tlsMinVersion)) {
    const remedy = `Use one of ${Object.keys(TLS_VERSIONS).join(', ')}.`;
    problems.push(problem('--tls-min-version', `unknown tls version ${JSON.stringify(serving.tlsMinVersion)}`, remedy));
  }
  for (const suite of serving.tlsCipherSuites.filter((name) => !Object.hasOwn(TLS_CIPHER_SUITES, name))) {
    const remedy = didYouMean(
      suite,
      Object.keys(TLS_CIPHER_SUITES),
      `Use some of ${Object.keys(TLS_CIPHER_SUITES).join(', ')}.`,
    );
    problems.push(problem('--tls-cipher-suites', `cipher suite ${suite} is unknown or not supported`, remedy));
  }
  return problems;
}

/** Priority and fairness divide the sum of both limits. */
function checkSeats({ serving, cluster }: ApiServerOptions): OptionProblem[] {
  const { priorityAndFairness, maxRequestsInFlight, maxMutatingRequestsInFlight } = serving;
  const isInForce = priorityAndFairness && !cluster.isExtension;
  if (!isInForce || maxRequestsInFlight + maxMutatingRequestsInFlight !== 0) return [];
  const remedy = 'Set one of them, or --enable-priority-and-fairness=false for no limit.';
  return [problem('--max-requests-inflight', 'and --max-mutating-requests-inflight must not both be 0', remedy)];
}

function checkClientCertificates({ kubelet, aggregation }: ApiServerOptions): OptionProblem[] {
  return [
    ...checkPair(kubelet, { certificate: '--kubelet-client-certificate', key: '--kubelet-client-key' }),
    ...checkPair(aggregation, { certificate: '--proxy-client-cert-file', key: '--proxy-client-key-file' }),
  ];
}

function checkPair(
  { clientCertificate, clientKey }: { readonly clientCertificate: string; readonly clientKey: string },
  flags: { readonly certificate: string; readonly key: string },
): OptionProblem[] {
  if ((clientCertificate === '') === (clientKey === '')) return [];
  return clientKey === ''
    ? [problem(flags.certificate, 'has no key', `Give ${flags.key} too.`)]
    : [problem(flags.key, 'has no certificate', `Give ${flags.certificate} too.`)];
}

const MAX_PORT = 65_535;

function checkPorts({ serving }: ApiServerOptions): OptionProblem[] {
  const ports = [
    { option: '--secure-port', port: serving.securePort },
    { option: '--insecure-port', port: serving.insecurePort },
  ];
  const wrong = ports.filter(({ port }) => !Number.isInteger(port) || port < 0 || port > MAX_PORT);
  if (wrong.length > 0) {
    return wrong.map(({ option, port }) => problem(option, `${port} is not a port`, `Use 0 to ${MAX_PORT}.`));
  }
  if (serving.insecurePort === 0 || serving.insecurePort !== serving.securePort) return [];
  return [problem('--insecure-port', 'is the same as --secure-port', 'Use two ports, or leave this one out.')];
}

function checkOrigins({ serving }: ApiServerOptions): OptionProblem[] {
  return serving.corsAllowedOrigins.flatMap((pattern) => {
    const message = faultOfOrigin(pattern);
    if (message === undefined) return [];
    return [
      problem('--cors-allowed-origins', message, 'Give regular expressions of whole origins: ^https://example\\.com$.'),
    ];
  });
}

/**
 * A pattern that fits a part of a host would accept other hosts that contain it. Stricter than upstream, where the
 * colon of the scheme counts as the end of the host.
 */
function faultOfOrigin(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
  } catch (error) {
    return (error as Error).message;
  }
  const isPinned = /\^|\/\//.test(pattern) && /[$:]/.test(pattern.replace('://', ''));
  return isPinned ? undefined : 'regular expression does not pin to start/end of host in the origin header';
}

function checkAdmission({ admission }: ApiServerOptions): OptionProblem[] {
  const { enabledPlugins, disabledPlugins } = admission;
  return enabledPlugins
    .filter((name) => disabledPlugins.includes(name))
    .map((name) =>
      problem(
        '--enable-admission-plugins',
        `${JSON.stringify(name)} in enable-admission-plugins and disable-admission-plugins overlapped`,
        'Name it in one of the two.',
      ),
    );
}

/**
 * Finds names of admission plugins that are not Kubernetes'. Others may come with plugins that are not loaded yet: then
 * nothing is found here, and the plugin host refuses what remains unknown.
 */
export function checkAdmissionNames({ admission, extensions }: ApiServerOptions): OptionProblem[] {
  if (extensions.plugins.length > 0) return [];
  return [
    ...unknownPlugins('enable-admission-plugins', admission.enabledPlugins),
    ...unknownPlugins('disable-admission-plugins', admission.disabledPlugins),
  ];
}

function unknownPlugins(flag: string, names: readonly string[]): OptionProblem[] {
  return names
    .filter((name) => !ADMISSION_PLUGIN_NAMES.includes(name))
    .map((name) => {
      const remedy = didYouMean(name, ADMISSION_PLUGIN_NAMES, `Known: ${ADMISSION_PLUGIN_NAMES.join(', ')}.`);
      return problem(`--${flag}`, `${flag} plugin ${JSON.stringify(name)} is unknown`, remedy);
    });
}

function checkCluster({ cluster, serving }: ApiServerOptions): OptionProblem[] {
  if (!cluster.publishesAuthority || serving.tlsCertFile === '') return [];
  const message = 'publishes the authority of certificates that are made here, and --tls-cert-file names another';
  return [problem('--publish-ca-bundle', message, 'Leave one of them out.')];
}

function checkClusterRanges({ network }: ApiServerOptions): OptionProblem[] {
  const option = '--service-cluster-ip-range';
  const ranges = network.serviceClusterIpRanges;
  const families = ranges.map(cidrFamily);
  const faulty = ranges.filter((_, i) => families[i] === undefined);
  if (faulty.length > 0) {
    return faulty.map((range) =>
      problem(option, `${JSON.stringify(range)} is not a network`, 'Write it as 10.96.0.0/12 or fd00::/108.'),
    );
  }
  if (ranges.length === 0 || ranges.length > 2 || (ranges.length === 2 && families[0] === families[1])) {
    return [problem(option, 'has to name one network, or one of each family', 'Write it as 10.96.0.0/12,fd00::/108.')];
  }
  return [];
}

function cidrFamily(text: string): 4 | 6 | undefined {
  const [address, length, ...rest] = text.split('/');
  const family = isIP(address);
  const isLength = length !== undefined && /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
  return rest.length === 0 && isLength && (family === 4 || family === 6) ? family : undefined;
}

function checkControllers({ extensions }: ApiServerOptions): OptionProblem[] {
  return extensions.controllers
    .filter((entry) => !/^-?(\*|[a-z][a-z0-9-]*)$/.test(entry))
    .map((entry) =>
      problem('--controllers', `${JSON.stringify(entry)} names no controller`, 'Use *, name, -name or -*.'),
    );
}

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
