import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
const INSTALLED = join(ROOT, 'node_modules');
const PAGE = readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8');
/** Releases that `npm run test:runners` has fetched. */
const VITEST = process.env.BINNACLE_VITEST?.split(delimiter) ?? [];

/** The code blocks of a section of the page. */
function blocksOf(section: string): string[] {
  const text = PAGE.split(`\n## ${section}\n`)[1].split('\n## ')[0];
  return [...text.matchAll(/^```(?:js|ts|typescript)\n([^]*?)^```$/gm)].map(([, block]) => block);
}

/** The block of a section that has certain words. */
function blockOf(section: string, words: string): string {
  const found = blocksOf(section).find((block) => block.includes(words));
  if (found === undefined) throw new Error(`no block of ${section} has ${words}`);
  return found;
}

const ASKS = `it('is asked', async () => {
  expect(await server.request('GET', '/api/v1/namespaces/default')).toHaveStatus(200);
});`;

/** A plugin without decorators, in TypeScript or plain JavaScript. */
const boats = (imports: string, exported: string): string => `${imports}
class Boat extends KubernetesObject {}
ApiType({ name: 'com.example.boats.v1.Boat' })(Boat);
Field(2, 'int32')(Boat.prototype, 'length');
const boat = defineKind({ kind: 'Boat', plural: 'boats', versions: [{ name: 'v1', type: Boat }] });
class BoatsPlugin {}
ApiGroupPlugin({ group: 'boats.example.com', versions: ['v1'], kinds: [boat] })(BoatsPlugin);
${exported}`;
const NAMES = 'ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind';
const BOATS_ESM = boats(`import { ${NAMES} } from 'binnacle/plugin-api';`, 'export { BoatsPlugin };');
const BOATS_CJS = boats(`const { ${NAMES} } = require('binnacle/plugin-api');`, 'exports.BoatsPlugin = BoatsPlugin;');
const CREATES = `
  const body = { metadata: { name: 'a' }, length: 3 };
  const { status } = await server.request('POST', '/apis/boats.example.com/v1/namespaces/default/boats', { body });
  if (status !== 201) throw new Error('answered ' + status);`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-runners-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules', 'binnacle'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly program: string;
  readonly words?: readonly string[];
  readonly nodeOptions?: string;
}

/** Runs the tests of a project; returns what the runner has printed. */
async function run({ files, program, words = [], nodeOptions = '' }: Project): Promise<{ code: number; text: string }> {
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  // The variable marks the workers of jest.
  const { JEST_WORKER_ID: _id, ...env } = {
    ...process.env,
    NODE_OPTIONS: nodeOptions,
    CI: '1',
    NO_COLOR: '1',
  } as NodeJS.ProcessEnv;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { code: status ?? -1, text: stdout + stderr };
}

const passed = (text: string) => ({ code: 0, text: expect.stringContaining(text) as string });

describe('the examples of the page about testing, by jest', () => {
  const program = join(INSTALLED, 'jest', 'bin', 'jest.js');
  const nodeOptions = '--experimental-vm-modules';
  const config = (settings: object): readonly string[] => [
    '--config',
    JSON.stringify({ rootDir: folder, ...settings }),
  ];

  it('run in ECMAScript modules', async () => {
    const files = { 'own.test.mjs': `${blockOf('jest', 'import { matchers')}\n${ASKS}` };
    const words = config({ testMatch: ['**/*.test.mjs'], transform: {} });
    expect(await run({ program, nodeOptions, files, words })).toEqual(passed('1 passed, 1 total'));
  });

  it('run in CommonJS', async () => {
    const files = { 'own.test.js': `${blockOf('jest', 'let server;')}\n${ASKS}` };
    expect(await run({ program, nodeOptions, files, words: config({ transform: {} }) })).toEqual(
      passed('1 passed, 1 total'),
    );
  });

  it('share a server in a thread, without a flag', async () => {
    const [setup, teardown] = blockOf('jest', '// global-setup.js').split('// global-teardown.js');
    const test = `it('is asked', () => expect(require('node:fs').readFileSync(process.env.KUBECONFIG, 'utf8')).toContain('https://'));`;
    const files = { 'global-setup.js': setup, 'global-teardown.js': `// ${teardown}`, 'own.test.js': test };
    const words = config({ transform: {}, globalSetup: './global-setup.js', globalTeardown: './global-teardown.js' });
    expect(await run({ program, files, words })).toEqual(passed('1 passed, 1 total'));
  });

  it('run once for each release', async () => {
    const files = { 'own.test.mjs': blockOf('Releases', 'describe.each') };
    const words = config({ testMatch: ['**/*.test.mjs'], transform: {} });
    expect(await run({ program, nodeOptions, files, words })).toEqual(passed('3 passed, 3 total'));
  });

  it('compile plugins in TypeScript', async () => {
    const test = `import { useTestServer } from 'binnacle/testing';
import { BoatsPlugin } from './boats.js';
const server = useTestServer({ plugins: [BoatsPlugin] });
it('creates a boat', async () => {${CREATES}
});`;
    const files = {
      'package.json': '{ "type": "module" }',
      'jest.config.mjs': blockOf('jest', '// jest.config.mjs').replace(
        `'@swc/jest'`,
        JSON.stringify(join(INSTALLED, '@swc', 'jest')),
      ),
      'boats.ts': BOATS_ESM,
      'own.test.ts': test,
    };
    expect(await run({ program, nodeOptions, files })).toEqual(passed('1 passed, 1 total'));
  });

  it('refuse plugins by path with the two ways that there are', async () => {
    const test = `import { useTestServer } from 'binnacle/testing';
const server = useTestServer({ plugins: ['./boats.mjs'] });
${ASKS}`;
    const files = { 'boats.mjs': BOATS_ESM, 'own.test.mjs': test };
    const words = config({ testMatch: ['**/*.test.mjs'], transform: {} });
    const { code, text } = await run({ program, nodeOptions, files, words });
    expect([code, text]).toEqual([1, expect.stringMatching(/jest loads modules itself.*class.*thread: true/)]);
  });
});

describe('the examples of the page about testing, by mocha', () => {
  const program = join(INSTALLED, 'mocha', 'bin', 'mocha.js');
  const EXAMPLE = blockOf('mocha', 'useTestServer');

  it('run in ECMAScript modules', async () => {
    const files = { 'own.test.mjs': EXAMPLE };
    expect(await run({ program, files, words: ['own.test.mjs'] })).toEqual(passed('1 passing'));
  });

  it('run in CommonJS, with a plugin in CommonJS by its path', async () => {
    const test = `const { useTestServer } = require('binnacle/testing');
const server = useTestServer({ plugins: ['./boats.cjs'] });
it('creates a boat', async () => {${CREATES}
});`;
    const files = { 'own.test.cjs': test, 'boats.cjs': BOATS_CJS };
    expect(await run({ program, files, words: ['own.test.cjs'] })).toEqual(passed('1 passing'));
  });

  it('start one server for all files by a fixture', async () => {
    const files = {
      'setup.mjs': blockOf('mocha', 'mochaGlobalSetup'),
      'own.test.mjs': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
it('has a server', () => assert.match(readFileSync(process.env.KUBECONFIG, 'utf8'), /https:/));`,
    };
    const done = await run({ program, files, words: ['--require', './setup.mjs', 'own.test.mjs'] });
    expect(done).toEqual(passed('1 passing'));
    expect(done.text).not.toContain('left open');
  });
});

describe('the examples of the page about testing, by node:test', () => {
  it('run in plain JavaScript', async () => {
    const files = { 'own.test.mjs': blockOf('node:test', 'node:test'), 'boats.mjs': BOATS_ESM };
    const words = ['--test-reporter=tap', 'own.test.mjs'];
    expect(await run({ program: '--test', files, words })).toEqual(passed('# pass 1'));
  });
});

(VITEST.length > 0 ? describe : describe.skip)('the examples of the page about testing, by vitest', () => {
  it.each(VITEST.length > 0 ? VITEST : ['none'])('run by %s', async (vitest) => {
    await symlink(vitest, join(folder, 'node_modules', 'vitest'));
    const files = { 'own.test.js': blockOf('vitest', 'useTestServer'), 'package.json': '{ "type": "module" }' };
    const program = join(vitest, 'vitest.mjs');
    expect(await run({ program, files, words: ['run'] })).toEqual(passed('1 passed'));
  });
});
