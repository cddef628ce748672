import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBuiltServer } from '../support/built-server.js';
import { filesLoadedBy, sourcesOf } from '../support/loaded-sources.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-loaded-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts and ends the built server, and returns the sources of every file that it has loaded. */
async function sourcesLoadedWith(flags: readonly string[]): Promise<string[]> {
  const files = await filesLoadedBy(directory, async (nodeFlags) => {
    const server = await startBuiltServer(flags, { nodeFlags });
    await server.stop();
  });
  return sourcesOf(files);
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
    const files = await filesLoadedBy(directory, (flags) => execFileSync(process.execPath, [...flags, ...words]));
    const sources = sourcesOf(files);
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
