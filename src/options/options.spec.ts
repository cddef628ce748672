import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import { FeatureGates, type FeatureState } from './feature-gates.js';
import { listKind, quoteListElement } from './flag-kinds.js';
import { flags as EXTENSION_FLAGS } from './extension-flags.js';
import { FLAGS } from './flags.js';
import { type ApiServerOptions, OptionGroups, ServingOptions } from './option-groups.js';
import './option-rules.js';
import { RULED_PROPERTIES } from './complete-options.js';
import { parseOptions } from './parse-options.js';
import { resolveOptions } from './resolve-options.js';
import { formatProblems } from './problem.js';
import { RuntimeConfig } from './runtime-config.js';

const FILES: Record<string, string> = { '/ca.pem': 'x', '/token': 't', '/sa-1': '', '/sa-2': '' };

function readFile(path: string): string {
  if (!Object.hasOwn(FILES, path)) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
  return FILES[path];
}

async function optionsOf(argv: string[], environment = {}, config?: string): Promise<ApiServerOptions> {
  if (config !== undefined) FILES['/config'] = config;
  const result = await parseOptions(config === undefined ? argv : [...argv, '--config=/config'], environment, readFile);
  if (!('options' in result)) throw new Error(JSON.stringify(result));
  return result.options;
}

async function problemsOf(...argv: string[]): Promise<string[]> {
  const result = await parseOptions(argv, {}, readFile);
  return 'problems' in result ? result.problems.map(({ option, message }) => `${option}: ${message}`) : [];
}

describe('parseOptions()', () => {
  it('has a default for every flag, and a flag for every option', () => {
    const groups = new OptionGroups() as unknown as Record<string, Record<string, unknown>>;
    const properties = Object.entries(groups).flatMap(([name, group]) =>
      Object.keys(group).map((key) => `${name}.${key}`),
    );
    const flags = [...FLAGS, ...EXTENSION_FLAGS];
    const optionOf = ({ group, property }: (typeof FLAGS)[number]): string => `${group}.${property}`;
    const current = flags.filter(({ deprecated }) => deprecated === undefined).map(optionOf);
    // A deprecated flag may be a former name of another.
    const former = flags.map(optionOf).filter((option) => !current.includes(option));
    // The role is set by the command.
    const set = new Set([...current, ...former, 'cluster.isExtension']);
    expect([...set].sort()).toEqual(properties.sort());
  });

  it('knows which properties have rules', () => {
    const groups = Object.values(new OptionGroups()).map((group) => group.constructor);
    const ruled = groups.flatMap((group) => getMetadataStorage().getTargetValidationMetadatas(group, '', false, false));
    expect([...new Set(ruled.map(({ propertyName }) => propertyName))].sort()).toEqual([...RULED_PROPERTIES].sort());
  });

  it('reads flags as pflag does', async () => {
    const options = await optionsOf([
      ...['--secure-port=7443', '--data-dir', '/d', '--watch-cache', '--anonymous-auth=false', '-v4'],
      ...['--api_audiences=a,b', '--api-audiences', '"c,d"', '--request-timeout=1h1m1.5s'],
      ...[
        '--service-account-key-file=/sa-1',
        '--service-account-key-file',
        '/sa-2',
        '--service-node-port-range=100+20',
      ],
      ...['--feature-gates=kube:MutatingAdmissionPolicy=true,AllBeta=false', '--runtime-config=api/beta=true,v1=false'],
      ...['--authorization-mode=Node,RBAC', '--emulated-version=kube=1.32'],
    ]);
    expect(options.serving).toMatchObject({ securePort: 7443, requestTimeout: 3_661_500 });
    expect(options.storage).toMatchObject({ dataDir: '/d', watchCache: true });
    expect(options.certificateDirectory).toBe('/d/certs');
    expect(options.authentication).toMatchObject({ anonymousAuth: false, serviceAccountKeyFiles: ['/sa-1', '/sa-2'] });
    expect(options.apiAudiences).toEqual(['a', 'b', 'c,d']);
    expect(options.network.serviceNodePortRange).toEqual({ from: 100, to: 120 });
    expect(options.api.runtimeConfig).toEqual({ 'api/beta': 'true', v1: 'false' });
    expect(options.api.emulatedRelease).toBe('1.32');
    expect(options.authorization.modes).toEqual(['Node', 'RBAC']);
    expect(options.observability.verbosity).toBe(4);
  });

  it('prefers flags to the environment, and that to the file', async () => {
    const config =
      'securePort: 1\ninsecure-port: 2\ndata-dir: /c\nruntimeConfig: {batch/v1: false}\napiAudiences: ["a,b", c]\n';
    const environment = { BINNACLE_INSECURE_PORT: '3', BINNACLE_DATA_DIR: '/e', BINNACLE_SERVICE_HOST: '10.0.0.1' };
    const options = await optionsOf(['--data-dir=/f'], environment, config);
    expect(options.serving).toMatchObject({ securePort: 1, insecurePort: 3 });
    expect(options.storage.dataDir).toBe('/f');
    expect(options.api.runtimeConfig).toEqual({ 'batch/v1': 'false' });
    expect(options.apiAudiences).toEqual(['a,b', 'c']);
  });

  it.each([
    ['BINNACLE_SECURE_PROT', '1', 'Did you mean BINNACLE_SECURE_PORT?'],
    ['BINNACLE_AUTHORISATION_MODE', '', 'Did you mean BINNACLE_AUTHORIZATION_MODE?'],
    ['BINNACLE_CONFIGS', '/x', 'Did you mean BINNACLE_CONFIG?'],
    ['BINNACLE_secure_port', '1', 'Did you mean BINNACLE_SECURE_PORT?'],
    ['BINNACLE_PORT', '8443', 'A variable is named after its flag; see --help.'],
    ['BINNACLE_', '', 'A variable is named after its flag; see --help.'],
  ])('refuses the variable %s=%s', async (option, value, remedy) => {
    const result = await parseOptions([], { [option]: value }, readFile);
    expect(result).toEqual({ problems: [{ option, message: 'unknown environment variable', remedy }] });
  });

  it('leaves the variables of a Service alone that bears its name', async () => {
    const environment = {
      BINNACLE_SERVICE_HOST: '10.0.0.1',
      BINNACLE_SERVICE_PORT: '443',
      BINNACLE_SERVICE_PORT_HTTPS: '443',
      BINNACLE_PORT: 'tcp://10.0.0.1:443',
      BINNACLE_PORT_443_TCP: 'tcp://10.0.0.1:443',
      BINNACLE_PORT_443_TCP_PROTO: 'tcp',
      BINNACLE_PORT_443_TCP_PORT: '443',
      BINNACLE_PORT_443_TCP_ADDR: '10.0.0.1',
      BINNACLE_METRICS_SERVICE_HOST: '10.0.0.2',
      BINNACLE_METRICS_PORT: 'udp://10.0.0.2:1',
      BINNACLES: 'x',
    };
    expect(await optionsOf([], environment)).toEqual(await optionsOf([]));
  });

  it('takes the last value of a flag that is no list, as that of networks is not one upstream', async () => {
    const { network, serving, authentication } = await optionsOf([
      ...['--service-cluster-ip-range=10.0.0.0/16', '--service-cluster-ip-range=10.1.0.0/16,fd00::/112'],
      ...['--secure-port=1', '--secure-port=2', '--feature-gates=AllAlpha=false', '--feature-gates=AllBeta=false'],
      ...['--api-audiences=a', '--api-audiences=b,c'],
    ]);
    expect(network.serviceClusterIpRanges).toEqual(['10.1.0.0/16', 'fd00::/112']);
    expect(authentication.apiAudiences).toEqual(['a', 'b', 'c']);
    expect(serving).toMatchObject({ securePort: 2 });
  });
});

describe('parseOptions(): invalid values', () => {
  it.each([
    [['--secure-prot=1'], '--secure-prot: unknown flag'],
    [['--watch-cache', 'false'], 'false: is not a flag'],
    [['--secure-port'], '--secure-port: flag needs an argument'],
    [['--secure-port=70000'], '--secure-port: 70000 is not a port'],
    [['--v=x'], '--v: "x" is not a whole number'],
    [['--request-timeout=5'], '--request-timeout: "5" is not a duration'],
    [['--bind-address=here'], '--bind-address: "here" is not an IP address'],
    [['--watch-cache=maybe'], '--watch-cache: "maybe" is neither true nor false'],
    [['--emulated-version=1.37'], '--emulated-version: release 1.37 cannot be emulated'],
    [['--max-requests-inflight=-1'], '--max-requests-inflight: may not be negative'],
    [['--max-connections=-1'], '--max-connections: may not be negative'],
    [['--idle-timeout=0'], '--idle-timeout: has to be longer than 0s'],
    [
      ['--strict-transport-security-directives=max-age=1,preload,x'],
      '--strict-transport-security-directives: allows max-age=<seconds>, includeSubDomains and preload only',
    ],
    [['--authorization-mode=Bogus'], '--authorization-mode: authorization-mode "Bogus" is not a valid mode'],
    [['--authorization-mode=RBAC,RBAC'], '--authorization-mode: names a mode more than once'],
    [['--feature-gates=NoSuchGate=true'], '--feature-gates: unrecognized feature gate: NoSuchGate'],
    [['--feature-gates=WatchList'], '--feature-gates: missing bool value for WatchList'],
    [
      ['--feature-gates=APIListChunking=false'],
      '--feature-gates: cannot set feature gate APIListChunking to false, feature is locked to true',
    ],
    [
      ['--runtime-config=apps/v1=perhaps'],
      '--runtime-config: invalid value of apps/v1: perhaps, err: strconv.ParseBool: parsing "perhaps": invalid syntax',
    ],
    [['--runtime-config=apps'], '--runtime-config: runtime-config invalid key apps'],
    [['--runtime-config=a/v1/b/c=true'], '--runtime-config: runtime-config invalid key a/v1/b/c'],
    [['--runtime-config=api/beta'], '--runtime-config: invalid value api/beta='],
    [['--runtime-config=api/all=1'], '--runtime-config: invalid value api/all=1'],
    [
      ['--runtime-config=apps/v1/Deployments=true'],
      '--runtime-config: invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
    ],
    [['--runtime-config=api/all=false'], '--runtime-config: invalid key with only api/all=false'],
    [
      ['--enable-admission-plugins=PodSecurityPolicy'],
      '--enable-admission-plugins: enable-admission-plugins plugin "PodSecurityPolicy" is unknown',
    ],
    [
      ['--enable-admission-plugins=Priority', '--disable-admission-plugins=Priority'],
      '--enable-admission-plugins: "Priority" in enable-admission-plugins and disable-admission-plugins overlapped',
    ],
    [['--service-cluster-ip-range=10.0.0.0/40'], '--service-cluster-ip-range: "10.0.0.0/40" is not a network'],
    [
      ['--service-cluster-ip-range=10.0.0.0/8,10.1.0.0/16'],
      '--service-cluster-ip-range: has to name one network, or one of each family',
    ],
    ...[
      '--authorization-mode=RBAC',
      '--authorization-webhook-version=v1',
      '--authorization-webhook-cache-authorized-ttl=1s',
    ].map((flag): [string[], string] => [
      ['--authorization-config=/ca.pem', flag],
      '--authorization-config: --authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    ]),
    [
      ['--authorization-mode=Webhook'],
      "--authorization-mode: authorization-mode Webhook's authorization config file not passed",
    ],
    [
      ['--authorization-mode=ABAC'],
      "--authorization-mode: authorization-mode ABAC's authorization policy file not passed",
    ],
    [
      ['--authorization-policy-file=/ca.pem'],
      '--authorization-policy-file: cannot specify --authorization-policy-file without mode ABAC',
    ],
    [
      ['--authorization-webhook-config-file=/ca.pem'],
      '--authorization-webhook-config-file: cannot specify --authorization-webhook-config-file without mode Webhook',
    ],
    [
      ['--authorization-webhook-version=v2'],
      '--authorization-webhook-version: unsupported webhook authorizer version "v2"',
    ],
    [['--cors-allowed-origins=^('], '--cors-allowed-origins: Invalid regular expression: /^(/: Unterminated group'],
    [
      ['--cors-allowed-origins=example\\.com$'],
      '--cors-allowed-origins: regular expression does not pin to start/end of host in the origin header',
    ],
    [
      ['--cors-allowed-origins=https://example\\.com'],
      '--cors-allowed-origins: regular expression does not pin to start/end of host in the origin header',
    ],
    [['--tls-cert-file=/ca.pem'], '--tls-cert-file: has no key'],
    [['--tls-min-version=1.2'], '--tls-min-version: unknown tls version "1.2"'],
    [
      ['--client-ca-file=/none'],
      "--client-ca-file: cannot read /none: ENOENT: no such file or directory, open '/none'",
    ],
    [
      ['--authentication-token-webhook-version=v2'],
      '--authentication-token-webhook-version: unsupported authentication webhook version "v2", supported versions are "v1", "v1beta1"',
    ],
    [
      ['--oidc-client-id=a'],
      '--oidc-issuer-url: oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set',
    ],
    [
      ['--oidc-issuer-url=https://a', '--oidc-client-id=a', '--oidc-signing-algs=none'],
      '--oidc-signing-algs: unsupported signing alg: "none"',
    ],
    [['--oidc-required-claim=a'], '--oidc-required-claim: malformed pair, expect string=string'],
    [
      ['--authentication-config=/ca.pem', '--oidc-issuer-url=https://a'],
      '--authentication-config: authentication-config file and oidc-* flags are mutually exclusive',
    ],
    [
      ['--authentication-config=/ca.pem', '--feature-gates=StructuredAuthenticationConfiguration=false'],
      '--authentication-config: set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file',
    ],
    [
      ['--requestheader-uid-headers=X-Remote-Uid'],
      '--requestheader-uid-headers: requires the RemoteRequestHeaderUID feature to be enabled',
    ],
    [
      ['--requestheader-group-headers=X-Remote-Group, '],
      '--requestheader-group-headers: empty value in "requestheader-group-headers"',
    ],
    [
      ['--service-account-jwks-uri=http://a'],
      '--service-account-jwks-uri: service-account-jwks-uri requires https scheme, parsed as: http://a',
    ],
    [['--service-account-signing-key-file=/sa-1'], '--service-account-signing-key-file: has no issuer'],
    [
      ['--show-hidden-metrics-for-version=1.20'],
      "--show-hidden-metrics-for-version: --show-hidden-metrics-for-version must be omitted or have the value '1.31'. Only the previous minor version is allowed",
    ],
    [['--config=/none'], "--config: cannot read /none: ENOENT: no such file or directory, open '/none'"],
  ])('refuses %p', async (argv, problem) => {
    expect(await problemsOf(...argv)).toEqual([problem]);
  });
});

describe('parseOptions(): problems and warnings', () => {
  it('collects all problems, each with a remedy', async () => {
    const result = await parseOptions(['--secure-prot=1', '--v=-1', '--tls-cert-file=/ca.pem'], {}, readFile);
    const text = formatProblems('problems' in result ? result.problems : []);
    expect(text).toBe(
      'error: --secure-prot: unknown flag\n       Did you mean --secure-port?\n' +
        'error: --v: may not be negative\n       Give another value. What it means: How many details are logged.\n' +
        'error: --tls-cert-file: has no key\n       Give --tls-private-key-file too.\n',
    );
  });

  it('turns anonymous requests off under AlwaysAllow [ANON-04]', async () => {
    const result = await parseOptions(['--authorization-mode=AlwaysAllow'], {}, readFile);
    expect(result).toMatchObject({
      options: { authentication: { anonymousAuth: false } },
      warnings: [expect.any(String)],
    });
  });

  it('warns about unusual user headers of front proxies', async () => {
    const flags = ['--requestheader-username-headers=X-User', '--requestheader-username-headers=x-remote-user'];
    const warningsOf = async (argv: string[]): Promise<readonly string[]> => {
      const result = await parseOptions(argv, {}, readFile);
      return 'warnings' in result ? result.warnings : [];
    };
    expect(await warningsOf(flags)).toEqual([]);
    expect(await warningsOf(flags.slice(0, 1))).toEqual([expect.stringContaining('X-Remote-User header')]);
  });

  it.each([
    [
      ['--feature-gates=APIListChunking=true'],
      /^Setting GA feature gate APIListChunking=true\. It will be removed in /,
    ],
    [['--feature-gates=KMSv1=true'], /^Setting deprecated feature gate KMSv1=true\. It will be removed in /],
    [['--kubelet-port=10250'], /^Flag --kubelet-port has been deprecated, /],
  ])('warns of what goes: %j [DEP-12, DEP-16]', async (argv, warning) => {
    const result = await parseOptions(argv, {}, readFile);
    expect(result).toMatchObject({ warnings: [expect.stringMatching(warning)] });
  });

  it('warns of every gate that goes, by name and value, and of no other [DEP-16]', async () => {
    const gates = FeatureGates.of().states();
    for (const { name, stage, isEnabled } of gates) {
      const result = await parseOptions([`--feature-gates=${name}=${isEnabled}`], {}, readFile);
      expect(result).not.toHaveProperty('problems');
      const word = { GA: 'GA', Deprecated: 'deprecated' }[stage as string];
      const text = `Setting ${word} feature gate ${name}=${isEnabled}. It will be removed in a future release.`;
      expect([name, 'warnings' in result && result.warnings]).toEqual([name, word ? [text] : []]);
    }
    expect(new Set(gates.map(({ stage }) => stage))).toEqual(new Set(['Alpha', 'Beta', 'GA', 'Deprecated']));
  });

  it('lists every gate in the help, and says which has no effect [DEP-16]', async () => {
    const result = await parseOptions(['--help'], {}, readFile);
    const lines = 'help' in result ? result.help.split('\n').map((line) => line.trim()) : [];
    expect(lines).toEqual(
      expect.arrayContaining([
        'APIServingWithRoutine=true|false (ALPHA - default=false)',
        'APIResponseCompression=true|false (BETA - default=true)',
        'APIListChunking=true|false (GA - locked to true, no effect)',
        'AllowDNSOnlyNodeCSR=true|false (DEPRECATED - default=false)',
        'AllowServiceLBStatusOnNonLB=true|false (DEPRECATED - locked to false, no effect)',
      ]),
    );
    const sets = ['AllAlpha', 'AllBeta'];
    const names = FeatureGates.of()
      .states()
      .map(({ name }) => name);
    const listed = lines.flatMap((line) => /^(\w+)=true\|false \(/.exec(line)?.[1] ?? []);
    expect([...listed, ...sets].sort()).toEqual(names.sort());
  });

  it('lists the gates of the emulated release in the help', async () => {
    const result = await parseOptions(['--help', '--emulated-version=1.20'], {}, readFile);
    const help = 'help' in result ? result.help : '';
    expect(help).toContain(' EphemeralContainers=true|false (ALPHA - default=false)\n');
    expect(help).not.toContain(' WatchList=');
  });

  it('warns of a deprecated flag once, wherever it is set, and says so in the help [DEP-12]', async () => {
    const deprecated = FLAGS.filter(({ deprecated: advice }) => advice !== undefined);
    expect(deprecated.length).toBeGreaterThan(0);
    for (const { name, kind, deprecated: advice } of deprecated) {
      const unit = kind.placeholder === 'duration' ? 's' : '';
      const text = `Flag --${name} has been deprecated, ${advice}`;
      for (const argv of [[`--${name}=1${unit}`], [`--${name}=1${unit}`, `--${name}=2${unit}`]]) {
        expect(await parseOptions(argv, {}, readFile)).toMatchObject({ warnings: [text] });
      }
      const help = await parseOptions(['--help'], {}, readFile);
      expect('help' in help && help.help.replace(/\s+/g, ' ')).toContain(`(DEPRECATED: ${advice})`);
    }
    expect(await parseOptions([], {}, readFile)).toMatchObject({ warnings: [] });
  });

  it('warns of no deprecated flag where that is disabled [DEP-12]', async () => {
    const [{ name }] = FLAGS.filter(({ deprecated }) => deprecated !== undefined);
    const argv = [`--${name}=1`, '--warn-deprecated=false'];
    expect(await parseOptions(argv, {}, readFile)).toMatchObject({ warnings: [] });
  });

  it('warns of no gate that may come or stay', async () => {
    const argv = ['--feature-gates=AllAlpha=false,MultiCIDRServiceAllocator=true'];
    expect(await parseOptions(argv, {}, readFile)).toMatchObject({ warnings: [] });
  });

  it('shows the help by sections', async () => {
    const result = await parseOptions(['--help'], {}, readFile);
    const help = 'help' in result ? result.help : '';
    expect(help).toContain('\nSecure serving flags:\n    --bind-address ip');
    expect(help).toMatch(/--request-timeout duration +Timeout of requests [^-]*\(default 1m0s\)/);
    expect(help.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it('survives any words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), async (words) => {
        expect(Object.keys(await parseOptions(words, {}, readFile))).not.toHaveLength(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('resolveOptions()', () => {
  it.each([
    [{ securePort: 6443 }, 'securePort'],
    [{ servng: { securePort: 6443 } }, 'servng'],
    [{ serving: { securePrt: 6443 } }, 'serving.securePrt'],
    [{ serving: 6443 }, 'serving'],
  ])('refuses %j, which it does not know', async (partial, option) => {
    expect(await resolveOptions(partial as never)).toEqual({
      problems: [{ option, message: 'unknown option', remedy: 'See ApiServerOptions.' }],
    });
  });

  it('makes instances with the defaults of what is not given', async () => {
    const resolved = await resolveOptions({ serving: { securePort: 1 } });
    if (!('options' in resolved)) throw new Error('refused');
    expect(resolved.options.serving).toBeInstanceOf(ServingOptions);
    expect(resolved.options.serving).toEqual({ ...new ServingOptions(), securePort: 1 });
    expect(resolved.options.certificateDirectory).toBe('./data/certs');
  });

  it('completes partial options', async () => {
    expect(await resolveOptions({ storage: { backend: 'memory' } })).toMatchObject({
      options: { storage: { backend: 'memory' } },
    });
    expect(await resolveOptions({ storage: { deleteCollectionWorkers: -1 } })).toHaveProperty('problems');
    expect(await resolveOptions({ storage: { colour: 'red' } } as object)).toHaveProperty('problems');
  });
});

describe('listKind', () => {
  it('reads back what it quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (list) => {
        expect(listKind.parse([list.map(quoteListElement).join(',')])).toEqual(list);
      }),
    );
  });
});

describe('FeatureGates', () => {
  it.each([
    ['CBORServingAndStorage', {}, '1.32', false],
    ['CBORServingAndStorage', { AllAlpha: true }, '1.32', true],
    ['CBORServingAndStorage', { AllAlpha: true, CBORServingAndStorage: false }, '1.32', false],
    ['APIResponseCompression', { AllBeta: false }, '1.32', false],
    ['APIListChunking', { AllBeta: false }, '1.32', true],
    ['APIResponseCompression', {}, '1.15', false],
    ['WatchList', {}, '1.15', false],
    ['StreamingCollectionEncodingToJSON', {}, '1.32', false],
    ['StreamingCollectionEncodingToProtobuf', { AllBeta: true }, '1.32', true],
    ['EphemeralContainers', {}, '1.20', false],
    ['EphemeralContainers', { EphemeralContainers: true }, '1.20', true],
    ['EphemeralContainers', {}, '1.24', true],
    ['EphemeralContainers', {}, '1.36', true],
    ['NetworkPolicyStatus', {}, '1.30', false],
    ['AllowOverwriteTerminationGracePeriodSeconds', {}, '1.31', true],
    ['AllowOverwriteTerminationGracePeriodSeconds', {}, '1.32', false],
    ['MutatingAdmissionPolicy', {}, '1.35', false],
    ['MutatingAdmissionPolicy', {}, '1.36', true],
  ])('%s with %p at %s is %p [GATE-01, GATE-02]', (name, settings, release, expected) => {
    expect(FeatureGates.of(settings, { release }).enabled(name)).toBe(expected);
  });

  it('lists the gates of a release', () => {
    expect(FeatureGates.of({}, { release: '1.15' }).states().length).toBeLessThan(FeatureGates.of().states().length);
    const sets = ({ name }: FeatureState): boolean => /^All(Alpha|Beta)$/.test(name);
    expect(FeatureGates.of({ AllBeta: true }).states().filter(sets)).toEqual([
      { name: 'AllAlpha', stage: 'Alpha', isEnabled: false },
      { name: 'AllBeta', stage: 'Beta', isEnabled: true },
    ]);
    expect(() => FeatureGates.of().enabled('Nope')).toThrow('unknown feature gate Nope');
  });

  it.each([
    ['1.15', 'EphemeralContainers', 'feature is PreAlpha at emulated version 1.15'],
    ['1.25', 'EphemeralContainers', undefined],
    ['1.27', 'EphemeralContainers', 'unrecognized feature gate: EphemeralContainers'],
    ['1.32', 'JobPodFailurePolicy', undefined],
    ['1.33', 'JobPodFailurePolicy', 'unrecognized feature gate: JobPodFailurePolicy'],
    ['1.35', 'CRIListStreaming', 'feature is PreAlpha at emulated version 1.35'],
  ])('at %s, the setting of %s has the problem %s', (release, name, problem) => {
    const messages = FeatureGates.problems({ [name]: true }, { release }).map(({ message }) => message);
    expect(messages).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
  });
});

describe('RuntimeConfig', () => {
  const beta = { group: 'storage.k8s.io', version: 'v1beta1', isOnByDefault: false };
  it.each([
    [{}, false],
    [{ 'api/beta': '' }, true],
    [{ 'api/all': 'true', 'api/beta': 'false' }, false],
    [{ 'api/all': 'false', 'storage.k8s.io/v1beta1': '' }, true],
  ])('with %p serves a beta version: %p', (entries, expected) => {
    expect(RuntimeConfig.of(entries as Record<string, string>).servesVersion(beta)).toBe(expected);
  });

  it('knows both spellings of the core group, and single resources', () => {
    const config = RuntimeConfig.of({ 'api/v1': 'false', 'storage.k8s.io/v1beta1/things': 'true' });
    expect(config.servesVersion({ group: '', version: 'v1', isOnByDefault: true })).toBe(false);
    expect(config.servesResource('things', beta)).toBe(true);
    expect(config.servesResource('others', beta)).toBe(false);
    expect(config.namedVersions()).toEqual([
      { group: '', version: 'v1' },
      { group: 'storage.k8s.io', version: 'v1beta1' },
    ]);
  });
});
