import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const KIT = pathToFileURL(resolve('dist', 'src', 'testing', 'index.js')).href;
const JEST = resolve('node_modules', 'jest', 'bin', 'jest.js');

/** Two tests that create the same object: the second one passes where the server is reset between them. */
const suiteWith = (options: string): string => `
import { useTestServer } from '${KIT}';
const server = useTestServer(${options});
const body = { metadata: { name: 'a' } };
for (const name of ['first', 'second']) {
  it(name, async () => {
    const { status } = await server.request('POST', '/api/v1/namespaces/default/configmaps', { body });
    if (status !== 201) throw new Error('answered ' + status);
  });
}
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-hooks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a suite by the flags of a program in the folder; returns what it printed. */
async function run(suite: string, flags: readonly string[]): Promise<{ status: number | null; output: string }> {
  await writeFile(join(folder, 'own.test.mjs'), suite);
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const runByNode = (options: string): ReturnType<typeof run> =>
  run(`import { it } from 'node:test';${suiteWith(options)}`, ['--test', '--test-reporter=tap', 'own.test.mjs']);

/** A busy machine takes longer to start a server than the default of Jest. */
const testTimeout = 270_000;

async function runByJest(options: string, config: object = {}): ReturnType<typeof run> {
  const settings = { rootDir: folder, testMatch: ['**/*.test.mjs'], transform: {}, testTimeout, ...config };
  return run(suiteWith(options), ['--experimental-vm-modules', JEST, '--config', JSON.stringify(settings)]);
}

/** A test whose server nothing closes. */
const FORGETFUL = `
import { startTestServer } from '${KIT}';
it('passes', async () => void (await startTestServer({ thread: process.env.THREAD === '1' })));
`;
const LEFT = /a test server was left open, which was started at .*own\.test\.mjs:3:\d+; close it in a hook/;

describe.each(['', '1'])('a server that is left open, with THREAD=%j', (thread) => {
  beforeAll(() => void (process.env.THREAD = thread));
  afterAll(() => void delete process.env.THREAD);

  it('is named by node:test, and does not keep it waiting', async () => {
    const suite = `import { it } from 'node:test';${FORGETFUL}`;
    const { status, output } = await run(suite, ['--test', '--test-reporter=tap', 'own.test.mjs']);
    expect([status, output]).toEqual([0, expect.stringMatching(LEFT)]);
  });

  it('is named by jest, and does not keep it waiting', async () => {
    const settings = { rootDir: folder, testMatch: ['**/*.test.mjs'], transform: {}, testTimeout };
    const { status, output } = await run(FORGETFUL, [
      '--experimental-vm-modules',
      JEST,
      '--config',
      JSON.stringify(settings),
    ]);
    expect([status, output]).toEqual([0, expect.stringMatching(LEFT)]);
  });
});

describe('useTestServer() of the built package', () => {
  it('starts, resets and closes a server by the hooks of node:test', async () => {
    expect(await runByNode('')).toEqual({ status: 0, output: expect.stringMatching(/# pass 2\n# fail 0\n/) });
  });

  it('does so by the hooks of jest', async () => {
    expect(await runByJest('')).toEqual({ status: 0, output: expect.stringContaining('2 passed, 2 total') });
  });

  it.each([
    ['node:test', runByNode],
    ['jest', runByJest],
  ])('fails the tests of %s by the error of the start alone', async (_, runBy) => {
    const { status, output } = await runBy(`{ plugins: ['./missing.js'] }`);
    expect(status).toBe(1);
    expect(output).toContain('missing.js');
    expect(output).not.toMatch(/TypeError|starts before the first test/);
  });

  it('asks for the hooks of jest where they are no globals', async () => {
    const { status, output } = await runByJest('', { injectGlobals: false });
    expect(status).toBe(1);
    expect(output).toContain('useTestServer(options, { beforeAll, afterEach, afterAll })');
  });
});
