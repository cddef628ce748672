import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startBuiltServer } from '../support/built-server.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-loaded-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts and ends the built server, and returns the sources of every file that it has loaded. */
function sourcesLoadedWith(flags: readonly string[]): Promise<string[]> {
  return sourcesLoadedBy(async (nodeFlags) => {
    const server = await startBuiltServer(flags, { nodeFlags });
    await server.stop();
  });
}

/** Scripts of packages are read as files, not loaded as modules: code that writes their names to the list too. */
const scriptsTo = (list: string): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...rest) => {
    if (String(path).endsWith('.cjs')) fs.appendFileSync(${JSON.stringify(list)}, pathToFileURL(path) + '\\n');
    return read(path, ...rest);
  };
  syncBuiltinESMExports();`;

/** The sources of every file that a run of Node loads with the flags it is given. */
async function sourcesLoadedBy(run: (nodeFlags: readonly string[]) => unknown): Promise<string[]> {
  const list = join(directory, 'loaded');
  await writeFile(list, '');
  const hooks = `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); }`;
  const preload = join(directory, 'preload.mjs');
  await writeFile(join(directory, 'hooks.mjs'), hooks);
  await writeFile(
    preload,
    `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);${scriptsTo(list)}`,
  );
  await run([`--import=${pathToFileURL(preload).href}`]);
  const maps = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => `${fileURLToPath(url)}.map`)
    .filter((path) => existsSync(path));
  return maps.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }).sources);
}

const LIBRARIES = /node_modules\/(@opentelemetry|@grpc|pprof-format)\//;

describe('the built server', () => {
  it('loads the libraries of traces and profiles only when they are used', async () => {
    const sources = await sourcesLoadedWith([]);
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((source) => LIBRARIES.test(source))).toEqual([]);
    const configuration = join(directory, 'tracing.yaml');
    await writeFile(configuration, 'apiVersion: apiserver.config.k8s.io/v1beta1\nkind: TracingConfiguration\n');
    const traced = await sourcesLoadedWith([`--tracing-config-file=${configuration}`]);
    expect(traced.some((source) => source.includes('node_modules/@opentelemetry/sdk-trace/'))).toBe(true);
  });
});

describe('a command', () => {
  it('loads nothing of the server that it does not use', async () => {
    const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
    const words = [main, 'kubeconfig', '--help'];
    const sources = await sourcesLoadedBy((flags) => execFileSync(process.execPath, [...flags, ...words]));
    expect(sources.some((source) => source.includes('src/commands/'))).toBe(true);
    expect(
      sources.filter((source) => /node_modules\/(@nestjs|typeorm|fastify)\/|^(\.\.\/)+plugins\//.test(source)),
    ).toEqual([]);
  });
});

describe('--logging-format', () => {
  it.each([
    ['text', /^[IWE]\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ binnacle:1\] /],
    ['json', /^\{"level":"\w+","ts":\d+,/],
  ])('%s is the form of every line', async (format, form) => {
    const log = join(directory, format);
    const standardError = openSync(log, 'w');
    const server = await startBuiltServer([`--logging-format=${format}`, '--v=4'], { standardError });
    await server.stop();
    closeSync(standardError);
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^\s/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });
});
