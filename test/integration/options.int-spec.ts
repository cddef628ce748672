import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionsError, startApiServer } from '../../src/index.js';
import { formatProblems, parseOptions, type PartialOptions, resolveOptions } from '../../src/options/index.js';

const readText = (path: string): string => readFileSync(path, 'utf8');

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'binnacle-options-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The error output for invalid flags; empty if they are valid. */
async function complaints(argv: string[], environment: Record<string, string> = {}): Promise<string> {
  const parsed = await parseOptions(argv, environment, readText);
  return 'problems' in parsed ? formatProblems(parsed.problems) : '';
}

describe('options', () => {
  it('says everything that is wrong at once, wherever it was set', async () => {
    const config = join(directory, 'config.yaml');
    writeFileSync(config, 'secure-port: many\n');
    const text = await complaints(
      [
        '--secure-prt=6443',
        '--authorization-mode=RBAC,Magic',
        '--client-ca-file=/nowhere/ca.pem',
        `--config=${config}`,
        '--service-cluster-ip-range=10.0.0.0',
      ],
      { BINNACLE_MAX_REQUESTS_INFLIGHT: 'few' },
    );
    const named = [
      '--secure-prt',
      '--authorization-mode',
      '--client-ca-file',
      'secure-port',
      '--service-cluster-ip-range',
      'BINNACLE_MAX_REQUESTS_INFLIGHT',
    ];
    for (const name of named) expect(text).toContain(name);
    expect(text.match(/^error: /gm)!.length).toBeGreaterThanOrEqual(named.length);
  });

  it.each<[string, string[]]>([
    ['a certificate without its key', ['--tls-cert-file=CERT']],
    ['a key without its certificate', ['--tls-private-key-file=CERT']],
  ])('refuses %s', async (_what, argv) => {
    const file = join(directory, 'file.pem');
    writeFileSync(file, 'x');
    expect(await complaints(argv.map((flag) => flag.replace('CERT', file)))).toMatch(/^error: --tls-/);
  });

  it('finds no fault with what it can use', async () => {
    expect(await complaints(['--secure-port=16443', `--data-dir=${directory}`, '--authorization-mode=RBAC'])).toBe('');
  });

  it('starts nothing when a program gives options that cannot be used', async () => {
    const dataDir = join(directory, 'data');
    const start = startApiServer({ storage: { dataDir }, serving: { maxRequestsInFlight: -1, requestTimeout: -5 } });
    const error = await start.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as OptionsError).message).toMatch(
      /--max-requests-inflight[^]*--request-timeout|--request-timeout[^]*--max-requests-inflight/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each<[string, PartialOptions, string]>([
    [
      'an admission plugin that nobody brings',
      { admission: { enabledPlugins: ['HarborAdmission'] } },
      '--enable-admission-plugins: no plugin brings "HarborAdmission"',
    ],
    [
      'an admission plugin that cannot be spared',
      { admission: { disabledPlugins: ['RbacEscalation'] } },
      '--disable-admission-plugins: RbacEscalation cannot be disabled',
    ],
    [
      'an API group that is not served',
      { api: { runtimeConfig: { 'batch/v1': 'true', 'fruit.example.com/v1': 'true' } } },
      '--runtime-config: unknown api groups fruit.example.com',
    ],
    [
      'a version that no group has',
      { api: { runtimeConfig: { 'apps/v9': 'true' } } },
      '--runtime-config: group version apps/v9 that has not been registered',
    ],
    [
      'workers inside another program',
      { workers: { count: 2 } },
      '--workers: is of the command only: a server inside another program has no workers',
    ],
  ])('does not start with %s', async (_, options, message) => {
    await expect(startApiServer(options)).rejects.toThrow(message);
  });

  it('rejects invalid ports of an embedding program', async () => {
    const parsed = await resolveOptions({ serving: { securePort: 70_000, insecurePort: -1 } });
    const problems = 'problems' in parsed ? parsed.problems : [];
    expect(problems.map(({ option }) => option)).toEqual(['--secure-port', '--insecure-port']);
  });
});
