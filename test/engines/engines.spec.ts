import { chmod, mkdir, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Engine = 'etcd' | 'postgres';

interface Release {
  readonly engine: Engine;
  readonly name: string;
  readonly source: string;
  readonly digests?: Record<string, string>;
}

interface Tools {
  chosenReleases(words: readonly string[]): Release[];
  nameOf(release: Release): string;
  jestWords(engine: Engine): [string, string, string, string];
  environmentFor(engine: Engine, folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  summaryOf(report: object): { line: string; hasPassed: boolean };
  ensurePrograms(release: Release, cache: string): string;
  linkAll(links: readonly { source: string; target: string }[], directory: string): void;
  verify(bytes: Buffer, expected: string, name: string): void;
}

let tools: Tools;
let directory: string;

beforeAll(async () => {
  const urls = ['engines/programs', 'engines/releases', 'engines/specs', 'packages'].map((name) =>
    pathToFileURL(resolve(`tools/test/${name}.mjs`)),
  );
  const modules = await Promise.all(urls.map(({ href }) => import(href) as Promise<object>));
  tools = Object.assign({}, ...modules) as Tools;
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engines-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

describe('releases of engines', () => {
  it('are chosen by engine, by release, or all', () => {
    const names = (...words: string[]): string[] => tools.chosenReleases(words).map(tools.nameOf);
    expect(names('etcd@3.5.30', 'postgres@13')).toEqual(['etcd@3.5.30', 'postgres@13']);
    expect(names('etcd')).toEqual(['etcd@3.5.16', 'etcd@3.5.30']);
    expect(names()).toEqual([...names('postgres'), ...names('etcd')]);
  });

  it.each(['postgres@9', 'mysql', 'etcd@'])('refuse %s', (word) => {
    expect(() => tools.chosenReleases([word])).toThrow(`${word}: releases are postgres@13, `);
  });

  it('have digests where no installer verifies a package', () => {
    for (const { digests } of tools.chosenReleases(['etcd'])) {
      expect(Object.keys(digests!)).toEqual(['amd64', 'arm64']);
      for (const digest of Object.values(digests!)) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe('specs of engines', () => {
  it.each<[Engine, string]>([
    ['etcd', 'describeWithEtcd'],
    ['postgres', 'describeWithPostgres'],
  ])('are all that start servers of %s', async (engine, mark) => {
    const [, pattern] = tools.jestWords(engine);
    for (const folder of ['test/integration', 'test/e2e']) {
      for (const name of await readdir(folder)) {
        const path = `${folder}/${name}`;
        if (!name.endsWith('-spec.ts')) continue;
        const starts = (await readFile(path, 'utf8')).includes(`${mark}(`);
        expect([path, new RegExp(pattern).test(`/x/${path}`)]).toEqual([path, starts]);
      }
    }
  });

  it('leave out what needs another engine alone', () => {
    const isRun = (engine: Engine, name: string): boolean => new RegExp(tools.jestWords(engine)[3]).test(name);
    expect(isRun('etcd', 'histories of two servers on etcd are linearizable')).toBe(true);
    expect(isRun('postgres', 'histories of two servers on etcd are linearizable')).toBe(false);
    expect(isRun('etcd', '--shared-secrets on PostgreSQL has servers trust each other')).toBe(false);
    expect(isRun('postgres', '--shared-secrets on PostgreSQL has servers trust each other')).toBe(true);
    expect(isRun('postgres', 'binnacle migrate with etcd moves objects')).toBe(true);
    for (const engine of ['etcd', 'postgres'] as const) {
      expect(isRun(engine, 'histories of a server with two workers are linearizable')).toBe(false);
    }
  });

  it('find the programs of a release before others', () => {
    expect(tools.environmentFor('etcd', '/one', { PATH: '/usr/bin', A: 'b' })).toEqual({
      PATH: '/one:/usr/bin',
      A: 'b',
    });
    expect(tools.environmentFor('postgres', '/one', { PATH: '/usr/bin' })).toEqual({
      PATH: '/usr/bin',
      TEST_POSTGRES_PROGRAMS: '/one',
    });
  });
});

describe('the line of a release', () => {
  const report = { success: true, numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };

  it('counts tests', () => {
    expect(tools.summaryOf(report)).toEqual({ line: '3 passed, 0 failed', hasPassed: true });
  });

  it('names tests that failed and counts files that could not be run', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'a store keeps' },
      { status: 'passed', fullName: 'a store ends' },
    ];
    const failed = { ...report, success: false, numFailedTests: 1, numRuntimeErrorTestSuites: 2 };
    const summary = tools.summaryOf({ ...failed, testResults: [{ assertionResults }] });
    expect(summary).toEqual({ line: '3 passed, 1 failed, 2 not run (a store keeps)', hasPassed: false });
  });

  it('is a failure where nothing was run', () => {
    expect(tools.summaryOf({ ...report, numPassedTests: 0 }).hasPassed).toBe(false);
  });
});

describe('programs of a release', () => {
  const release: Release = { engine: 'etcd', name: '3.5.0', source: '3.5.0-1' };

  it('are those of the cache where it has them', async () => {
    const folder = join(directory, 'etcd@3.5.0', 'usr', 'bin');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'etcd'), '');
    expect(tools.ensurePrograms(release, directory)).toBe(folder);
  });

  it('are not taken from a folder that others can write to', async () => {
    await chmod(directory, 0o777);
    expect(() => tools.ensurePrograms(release, directory)).toThrow('others can write to this folder');
  });

  it('are refused if their digest is another', () => {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(() => tools.verify(Buffer.from('abc'), digest, 'x.deb')).not.toThrow();
    expect(() => tools.verify(Buffer.from('abd'), digest, 'x.deb')).toThrow(`not ${digest}`);
  });

  it('get the links that their package lists, and none outside it', async () => {
    await mkdir(join(directory, 'native', 'lib'), { recursive: true });
    tools.linkAll([{ source: 'native/lib/libpq.so.5', target: 'native/lib/libpq.so' }], directory);
    expect(await readlink(join(directory, 'native/lib/libpq.so'))).toBe('libpq.so.5');
    const outside = { source: 'native/lib/libpq.so.5', target: '../libpq.so' };
    expect(() => tools.linkAll([outside], directory)).toThrow('outside the package');
  });
});
