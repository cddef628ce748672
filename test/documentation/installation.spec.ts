import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const SCRIPT = join(import.meta.dirname, '..', '..', 'tools', 'install', 'npm-ci.mjs');
const COMPILING = 'Compiling SQLite, as no compiled binary could be downloaded: 2 to 10 minutes ...';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-install-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs the script with another npm, a script of Node: it ends with code 3 once a file named `go` is there. */
async function runWith(source: string): Promise<ChildProcess> {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  const wait = `setInterval(() => fs.existsSync('go') && process.exit(3), 10);`;
  await writeFile(join(bin, 'npm'), `#!${process.execPath}\nconst fs = require('fs');\n${source}\n${wait}\n`);
  await chmod(join(bin, 'npm'), 0o755);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return spawn(process.execPath, [SCRIPT], { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

const release = (): Promise<void> => writeFile(join(directory, 'go'), '');

describe('tools/install/npm-ci.mjs', () => {
  it('prints one line while SQLite is compiled, and ends as npm does', async () => {
    const build = 'node_modules/sqlite3/build';
    const made = `fs.mkdirSync('${build}', { recursive: true }); fs.writeFileSync('${build}/config.gypi', '');`;
    const run = await runWith(made);
    let printed = '';
    for await (const chunk of run.stderr!) {
      printed += String(chunk);
      if (printed.includes('\n')) await release();
    }
    if (run.exitCode === null) await once(run, 'close');
    expect([printed, run.exitCode]).toEqual([`${COMPILING}\n`, 3]);
  });

  it('passes on what npm prints, and adds nothing where a compiled binary is downloaded', async () => {
    const run = await runWith(`console.error(process.argv.slice(2, 4).join(' ')); fs.writeFileSync('go', '');`);
    const printed = await text(run.stderr!);
    if (run.exitCode === null) await once(run, 'close');
    expect([printed, run.exitCode]).toEqual(['ci --include=dev\n', 3]);
  });
});

interface Facts {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly arch: string;
  readonly caches: readonly string[];
}

const TOOLS = pathToFileURL(join(import.meta.dirname, '..', '..', 'tools', 'install', 'native-tools.mjs')).href;
const { explainMissingTools } = (await import(TOOLS)) as { explainMissingTools(facts: Facts): string | undefined };

describe('the explanation before an installation', () => {
  /** A machine with these programs, and with these files among the downloaded binaries. */
  async function explain(programs: readonly string[], binaries: readonly string[] = [], platform = 'linux') {
    const [bin, cache] = [join(directory, 'programs'), join(directory, 'cache')];
    await Promise.all([bin, cache].map((path) => mkdir(path)));
    for (const name of programs) await writeFile(join(bin, name), '', { mode: 0o755 });
    for (const name of binaries) await writeFile(join(cache, name), '');
    const facts = { version: '6.0.1', env: { PATH: bin }, platform, arch: 'x64' };
    return explainMissingTools({ ...facts, caches: [cache, join(directory, 'none')] });
  }

  it('names what compiling lacks, and how to get it on this system', async () => {
    const text = await explain(['python3', 'apt-get']);
    expect(text).toContain('it is compiled here, and make and c++ are missing');
    expect(text).toContain('apt-get install python3 make g++');
    expect(text).toContain('npm_config_sqlite3_binary_host');
  });

  it('names the programs where the system is not known', async () => {
    expect(await explain(['gmake', 'clang++'])).toMatch(/python3 is missing\.\n.*install python3, make, c\+\+/);
  });

  it.each<[string, readonly string[], readonly string[], string]>([
    ['lacks nothing', ['python3', 'make', 'g++'], [], 'linux'],
    ['has the binary', [], ['1a2b3c-sqlite3-v6.0.1-napi-v6-linux-x64.tar.gz'], 'linux'],
    ['finds compilers otherwise', [], [], 'win32'],
  ])('is left out where a machine %s', async (_name, programs, binaries, platform) => {
    expect(await explain(programs, binaries, platform)).toBeUndefined();
  });

  it('is not left out for the binary of another release or processor', async () => {
    const others = ['1-sqlite3-v6.0.0-napi-v6-linux-x64.tar.gz', '2-sqlite3-v6.0.1-napi-v6-linux-arm64.tar.gz'];
    expect(await explain([], others)).toBeDefined();
  });
});

const REQUIRED = pathToFileURL(join(import.meta.dirname, '..', '..', 'tools', 'install', 'required-node.mjs')).href;
const { explainUnsuitableNode } = (await import(REQUIRED)) as {
  explainUnsuitableNode(version: string, range: string): string | undefined;
};

describe('the check of the running Node.js', () => {
  const range = '^20.19.0 || >=22.12.0';

  it.each(['20.19.0', '20.20.2', '22.12.0', '24.1.0', '26.0.0'])('accepts %s', (version) => {
    expect(explainUnsuitableNode(version, range)).toBeUndefined();
  });

  it.each(['18.20.8', '20.18.9', '21.9.0', '22.11.9'])('rejects %s', (version) => {
    const text = `Node.js ${version} does not do: ${range} is needed, 24 is recommended.`;
    expect(explainUnsuitableNode(version, range)).toBe(text);
  });
});

it('every package with a script of its own is allowed to run it, or is not', async () => {
  const read = async (name: string): Promise<string> => readFile(join(import.meta.dirname, '..', '..', name), 'utf8');
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: Record<string, boolean> };
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.split('node_modules/').at(-1)!);
  expect(names.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});
