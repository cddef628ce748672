import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '../../src/commands/index.js';
import { startTestServer } from '../support/start-test-server.js';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'integrating-an-authorizer.md');

/** The files of the page, as its readers would have them, with the webhook running. */
let directory: string;
let webhook: ChildProcess;
let expected: string;

/** The code of the page, by its language. */
async function blocks(language: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return page
    .split('```')
    .flatMap((part) => (part.startsWith(`${language}\n`) ? [part.slice(language.length + 1)] : []));
}

const path = (name: string): string => join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-integrating-'));
  const [script] = await blocks('js');
  await writeFile(path('webhook.mjs'), script);
  webhook = spawn(process.execPath, [path('webhook.mjs')], {
    env: { PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: webhook.stdout! }), 'line')) as [string];
  const [kubeconfig, configuration, reviews] = await blocks('yaml');
  await writeFile(path('webhook.kubeconfig'), kubeconfig.replace('http://127.0.0.1:9443', url));
  await writeFile(path('authorization.yaml'), configuration.replace('/etc/binnacle', directory));
  await writeFile(path('reviews.yaml'), reviews);
  [expected] = await blocks('text');
});

afterAll(async () => {
  webhook.kill();
  await rm(directory, { recursive: true });
});

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const code = await runCommand('authz', words, { out: writerOf('out'), err: writerOf('err') });
  return { code, ...said };
}

describe('the page on integrating an authorizer', () => {
  it('has a webhook of thirty lines', async () => {
    const [script] = await blocks('js');
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('shows what binnacle authz check prints', async () => {
    const config = path('authorization.yaml');
    expect(await run('check', '--config', config, '--reviews', path('reviews.yaml'))).toEqual({
      code: 0,
      out: expected,
      err: '',
    });
  });

  it('has a server ask the webhook about what it is to be asked [AZMODE-07, AZCFG-12, AZCFG-16]', async () => {
    const server = await startTestServer({
      tokens: ['ada,ada,2,"auditors"'],
      authorization: { configFile: path('authorization.yaml'), decisionTrace: true },
    });
    const get = async (namespace: string): Promise<number> =>
      (await server.request('GET', `/api/v1/namespaces/${namespace}/secrets`, { token: 'ada' })).status;
    expect([await get('default'), await get('kube-system')]).toEqual([200, 403]);
    await server.close();
  });
});

describe('binnacle authz check', () => {
  const review = (spec: object, allowed: boolean): string =>
    JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec, status: { allowed } });

  it('goes by the roles of a file, and exits with 1 where a review expects something else', async () => {
    const kinds = 'rbac.authorization.k8s.io/v1';
    const objects = [
      {
        apiVersion: kinds,
        kind: 'ClusterRole',
        metadata: { name: 'r' },
        rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      },
      {
        apiVersion: kinds,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'b' },
        roleRef: { kind: 'ClusterRole', name: 'r' },
        subjects: [{ kind: 'User', name: 'bob' }],
      },
    ];
    await writeFile(path('objects.json'), JSON.stringify({ kind: 'List', apiVersion: 'v1', items: objects }));
    const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' };
    await writeFile(
      path('rbac.json'),
      JSON.stringify({ ...configuration, authorizers: [{ type: 'RBAC', name: 'rbac' }] }),
    );
    const about = (resource: string): object => ({ user: 'bob', resourceAttributes: { verb: 'get', resource } });
    await writeFile(path('some.yaml'), [review(about('pods'), true), review(about('secrets'), true)].join('\n---\n'));
    const { code, out } = await run(
      'check',
      '--config',
      path('rbac.json'),
      '--reviews',
      path('some.yaml'),
      '--objects',
      path('objects.json'),
    );
    expect(code).toBe(1);
    expect(out).toBe(
      'bob get pods: Allow\n' +
        '  RBAC rbac: Allow (RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to User "bob")\n' +
        'bob get secrets: NoOpinion  EXPECTED to be allowed\n' +
        '  RBAC rbac: NoOpinion\n' +
        '1 of 2 reviews expect something else\n',
    );
  });

  it.each<[string, string[], RegExp]>([
    ['no file of reviews', ['check'], /--reviews FILE is missing/],
    ['an unknown flag', ['check', '--colour'], /Unknown option '--colour'/],
    ['a file that is not there', ['check', '--reviews', '/none'], /\/none: ENOENT/],
    ['another command', ['guess'], /^error: unknown command "authz guess".*\nCommands:\n {4}authz check/],
  ])('prints its usage for %s', async (_, words, message) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('names what is wrong in a file', async () => {
    await writeFile(path('wrong.yaml'), 'kind: Pod\nspec: { usr: a, resourceAttributes: { verb: get } }');
    const { code, err } = await run('check', '--config', path('authorization.yaml'), '--reviews', path('wrong.yaml'));
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('reviews[0].spec.usr: Invalid value: "usr": unknown field'),
    ]);
  });
});
