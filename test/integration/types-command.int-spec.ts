import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { HarborPlugin } from '../../plugins/example/index.js';
import { type Client, type ResourceKind, connect } from '../../src/client/index.js';
import { runCommand } from '../../src/commands/index.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** A program that uses generated types. */
const PROGRAM = `
import { connect } from 'binnacle/client';
import { Berth } from './com.example.harbor.v1.js';
import { Deployment } from './io.k8s.api.apps.v1.js';
import { Node, Pod } from './io.k8s.api.core.v1.js';

const client = await connect({ url: 'https://localhost' });
const berth = await client.of(Berth).namespace('default').get('north');
export const slots: number | undefined = berth.spec?.slots;
export const cargo: 'Bulk' | 'Container' | 'General' | 'Oil' | undefined = berth.spec?.cargo;
const metadata = { name: 'web', labels: { app: 'web' } };
await client.of(Deployment).namespace('default').apply({ metadata, spec: { replicas: 2 } }, { fieldManager: 'me' });
for await (const pod of client.of(Pod).each()) console.log(pod.spec?.containers[0].image, pod.status?.podIP);
for await (const event of client.of(Node).watch()) if (event.type !== 'BOOKMARK') console.log(event.object.metadata.name);
// @ts-expect-error: the text is no number
await client.of(Berth).namespace('default').create({ metadata: { name: 'x' }, spec: { size: { lengthMeters: 'long' } } });
`;

describe('binnacle types', () => {
  let server: TestServer;
  let directory: string;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [HarborPlugin] });
    directory = await mkdtemp(join(tmpdir(), 'binnacle-types-'));
  });

  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
    const texts = { out: '', err: '' };
    const host = {
      out: { write: (text: string) => (texts.out += text) },
      err: { write: (text: string) => (texts.err += text) },
    };
    return { code: await runCommand('types', words, host), ...texts };
  }

  const filesIn = async (folder: string): Promise<Record<string, string>> => {
    const names = (await readdir(folder)).sort();
    return Object.fromEntries(await Promise.all(names.map(async (n) => [n, await readFile(join(folder, n), 'utf8')])));
  };

  it('writes modules that compile, the same each time, over a kubeconfig or a URL', async () => {
    const [one, other] = [join(directory, 'one'), join(directory, 'other')];
    const authority = join(directory, 'ca.crt');
    await writeFile(authority, server.certificateAuthority);
    expect(await run('--kubeconfig', server.kubeconfigPath, '--out', one)).toMatchObject({ code: 0, err: '' });
    const words = [server.url, '--token', ADMIN_TOKEN, '--certificate-authority', authority, '--out', other];
    expect(await run(...words)).toMatchObject({ code: 0 });
    const files = await filesIn(one);
    expect(files).toEqual(await filesIn(other));
    expect(Object.keys(files).length).toBeGreaterThan(20);
    const program = join(one, 'program.ts');
    await writeFile(program, PROGRAM);
    await writeFile(join(one, 'package.json'), '{"type": "module"}');
    expect(complaintsAbout(program)).toEqual([]);
  });

  it('writes the group versions that are wanted, and refuses those that are not served', async () => {
    const folder = join(directory, 'wanted');
    const words = ['--kubeconfig', server.kubeconfigPath, '--out', folder, '--group-version'];
    expect(await run(...words, 'v1', '--group-version', 'coordination.k8s.io/v1')).toMatchObject({ code: 0, err: '' });
    const api = Object.keys(await filesIn(folder)).filter((name) => name.startsWith('io.k8s.api.'));
    expect(api).toEqual(expect.arrayContaining(['io.k8s.api.coordination.v1.ts', 'io.k8s.api.core.v1.ts']));
    expect(api).not.toContain('io.k8s.api.apps.v1.ts');
    const { code, err } = await run(...words, 'v9', '--group-version', 'v1');
    expect([code, err]).toEqual([2, 'error: --group-version: the server has no v9\n']);
  });

  it('writes constants by which a client finds every kind', async () => {
    const folder = join(directory, 'all');
    await run('--kubeconfig', server.kubeconfigPath, '--out', folder);
    const kinds = Object.values(await filesIn(folder)).flatMap(kindsIn);
    const client = await connect({ kubeconfig: server.kubeconfigPath });
    const names = kinds.map(({ group, version, resource }) => `${group}/${version}/${resource}`);
    expect(names.sort()).toEqual(await servedBy(client));
    expect(names).toContain('harbor.example.com/v1/berths');
    const listed = kinds.filter(({ resource }) => !/reviews?$/.test(resource) && resource !== 'bindings');
    for (const kind of listed) await client.of(kind).list({ limit: 1 });
    await client.close();
  });

  it('says what is wrong', async () => {
    expect(await run('--kubeconfig', join(directory, 'none'))).toMatchObject({ code: 2 });
    expect((await run(server.url)).err).toMatch(/^error: the OpenAPI documents cannot be read: /);
    expect((await run('https://a', '--kubeconfig', 'b')).err).toBe('error: give a URL, or --kubeconfig FILE\n');
  });
});

interface ApiGroupVersion {
  readonly groupVersion: string;
}

/** All resources that discovery names, without subresources. */
async function servedBy(client: Client): Promise<string[]> {
  const get = <T>(path: string): Promise<T> => client.request({ method: 'GET', path }) as Promise<T>;
  const { groups } = await get<{ groups: { versions: ApiGroupVersion[] }[] }>('/apis');
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  const lists = ['/api/v1', ...versions.map((version) => `/apis/${version}`)];
  const found: string[] = [];
  for (const path of lists) {
    const { resources } = await get<{ resources: { name: string }[] }>(path);
    const prefix = path === '/api/v1' ? '/v1' : path.slice('/apis/'.length);
    found.push(...resources.filter(({ name }) => !name.includes('/')).map(({ name }) => `${prefix}/${name}`));
  }
  return found.sort();
}

function kindsIn(text: string): ResourceKind[] {
  const constants = text.matchAll(/^export const \w+: ResourceKind<\w+> = \{([^}]*)\}/gm);
  return [...constants].map(([, members]) => {
    const entries = [...members.matchAll(/(\w+): '([^']*)'/g)].map(([, name, value]) => [name, value]);
    return Object.fromEntries(entries) as unknown as ResourceKind;
  });
}

function complaintsAbout(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    experimentalDecorators: true,
    useDefineForClassFields: false,
    strictPropertyInitialization: false,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: { 'binnacle/client': [join(ROOT, 'src', 'client', 'index.ts')] },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file: at, messageText }) => `${at?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
