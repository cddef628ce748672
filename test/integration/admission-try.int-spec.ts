import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import { startApiServer } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'testing-admission-policies.md');
const logger = createLogger({ isEnabled: false });

let directory: string;
const path = (name: string): string => join(directory, name);

/** The code of the page, by its language. */
async function blocks(language: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return page
    .split('```')
    .flatMap((part) => (part.startsWith(`${language}\n`) ? [part.slice(language.length + 1)] : []));
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-try-'));
  const [policies, manifest] = await blocks('yaml');
  await writeFile(path('policies.yaml'), policies);
  await writeFile(path('manifest.yaml'), manifest);
});

afterAll(() => rm(directory, { recursive: true }));

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const code = await runCommand('admission', ['try', ...words], {
    out: writerOf('out'),
    err: writerOf('err'),
    startServer: (options) => startApiServer({ ...options, logger }),
  });
  return { code, ...said };
}

const withoutTimes = (text: string): string => text.replace(/[\d.]+ ms/g, '1 ms');

describe('binnacle admission try, with policies in files', () => {
  it('prints what its page shows', async () => {
    const [expected] = await blocks('text');
    const { code, out, err } = await run(path('manifest.yaml'), '--policies', path('policies.yaml'));
    expect([code, withoutTimes(out), err]).toEqual([1, expected, '']);
  });

  it('prints all of it as JSON, and succeeds where everything is allowed', async () => {
    await writeFile(path('fine.yaml'), (await blocks('yaml'))[1].split('---\n')[1]);
    const { code, out } = await run(path('fine.yaml'), '--policies', path('policies.yaml'), '--output', 'json');
    const { allowed, objects } = JSON.parse(out) as Json;
    expect([code, allowed, (objects as Json[]).length]).toEqual([0, true, 1]);
    const [{ object, plugins, result }] = objects as Json[];
    expect(object).toBe('apps/v1 Deployment shop/pair');
    expect(result.metadata.labels).toEqual({ team: 'north' });
    const rules = (plugins as Json[]).flatMap((plugin) => (plugin.rules as Json[] | undefined) ?? []);
    expect(rules.map((rule) => [rule.rule, rule.outcome, rule.changes])).toEqual([
      ['policy team with binding team', 'changed', ['add /metadata/labels {"team":"north"}']],
      ['policy replicas with binding replicas', 'allowed', undefined],
    ]);
  });

  it('takes directories, definitions, parameters and objects that depend on each other', async () => {
    await mkdir(path('several'));
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'limits.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'limits', singular: 'limit', kind: 'Limit' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { most: { type: 'integer' } } } },
          },
        ],
      },
    };
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
    const policy = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'few' },
      spec: {
        paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' },
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: 'size(object.data) <= params.most' }],
      },
    };
    const binding = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'few' },
      spec: {
        policyName: 'few',
        paramRef: { name: 'two', parameterNotFoundAction: 'Deny' },
        validationActions: ['Warn'],
      },
    };
    const limit = { apiVersion: 'example.com/v1', kind: 'Limit', metadata: { name: 'two' }, most: 2 };
    await writeFile(path('several/a.json'), JSON.stringify({ kind: 'List', items: [binding, policy, limit] }));
    await writeFile(path('several/b.yaml'), JSON.stringify(definition));
    await writeFile(path('several/notes.txt'), 'not read');
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } };
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'm-', namespace: 'new' },
      data: { a: '', b: '', c: '' },
    };
    await writeFile(path('maps.json'), JSON.stringify({ kind: 'List', items: [namespace, map] }));
    const { code, out, err } = await run(path('maps.json'), '--policies', path('several'));
    expect(err).toBe('');
    expect([code, withoutTimes(out).split('\n').slice(1)]).toEqual([
      0,
      [
        '  (no policy or webhook looked at it)',
        'v1 ConfigMap new/m-*: allowed',
        "  warning: Validation failed for ValidatingAdmissionPolicy 'few' with binding 'few': failed expression: size(object.data) <= params.most",
        '  ValidatingAdmissionPolicy policy few with binding few: warned (1 ms): failed expression: size(object.data) <= params.most',
        '',
      ],
    ]);
  });

  it.each<[string, Json | string, string]>([
    [
      'a policy that is wrong',
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: 'w' },
        spec: {},
      },
      'ValidatingAdmissionPolicy w: ',
    ],
    [
      'a kind that is not served',
      { apiVersion: 'none.example.com/v1', kind: 'None', metadata: { name: 'n' } },
      'there is no kind none.example.com/v1 None',
    ],
    ['what is no object', { a: 1 }, 'a document is no object'],
    ['what is no YAML', 'a: [', 'wrong.yaml: '],
    ['an empty file', '', 'has no objects'],
  ])('ends with 2 for %s', async (_, content, message) => {
    await writeFile(path('wrong.yaml'), typeof content === 'string' ? content : JSON.stringify(content));
    const { code, err } = await run(path('manifest.yaml'), '--policies', path('wrong.yaml'));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the words of binnacle admission try', () => {
  it.each([
    [[], 'one FILE'],
    [['a', 'b'], 'one FILE'],
    [['a', '--polices', 'b'], "Unknown option '--polices'"],
    [['a', '--policies', 'b', '--server', 'https://c'], 'not together with'],
    [['a', '--output', 'xml', '--policies', 'b'], 'text and json'],
    [['none.yaml', '--policies', 'none'], 'none.yaml: ENOENT'],
  ])('%j are refused', async (words, message) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('binnacle admission try, on a server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ authorization: { decisionTrace: true }, tokens: ['eve-token,eve,2'] });
    await server.ready;
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] };
    const group = '/apis/admissionregistration.k8s.io/v1';
    await server.client.post(`${group}/validatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: 'object.data.a != "no"', messageExpression: '"no to " + request.operation' }],
      },
    });
    await server.client.post(`${group}/validatingadmissionpolicybindings`, {
      metadata: { name: 'p' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    });
    const map = (a: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a } });
    await writeFile(path('yes.yaml'), JSON.stringify(map('yes')));
    await writeFile(path('no.yaml'), JSON.stringify(map('no')));
    await writeFile(path('kubeconfig'), server.kubeconfig);
  });

  afterAll(() => server.close());

  it('says what its policies say, and stores nothing', async () => {
    const { code, out } = await run(path('yes.yaml'), '--kubeconfig', path('kubeconfig'));
    const looked = '  ValidatingAdmissionPolicy policy p with binding p: allowed (1 ms)';
    expect([code, withoutTimes(out)]).toEqual([0, `v1 ConfigMap default/c: allowed\n${looked}\n`]);
    expect((await server.client.get('/api/v1/namespaces/default/configmaps/c')).status).toBe(404);
  });

  it('applies what is there already', async () => {
    const created = await run(path('no.yaml'), '--kubeconfig', path('kubeconfig'));
    expect([created.code, created.out]).toEqual([1, expect.stringContaining('no to CREATE')]);
    await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' }, data: { a: 'old' } });
    const applied = await run(path('no.yaml'), '--kubeconfig', path('kubeconfig'), '--server', server.url);
    expect([applied.code, applied.out]).toEqual([1, expect.stringContaining('no to UPDATE')]);
  });

  it('shows those who are no administrators the verdict alone', async () => {
    await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'eve' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'User', name: 'eve', apiGroup: 'rbac.authorization.k8s.io' }],
    });
    await writeFile(path('eve.kubeconfig'), kubeconfigFor('eve-token'));
    const { code, out } = await run(path('no.yaml'), '--kubeconfig', path('eve.kubeconfig'));
    expect([code, out]).toEqual([1, expect.stringContaining('the server does not say who looked at it')]);
  });

  it('ends with 2 for credentials that are not accepted, and a server that does not answer', async () => {
    await writeFile(path('nobody.kubeconfig'), kubeconfigFor('wrong'));
    const refused = await run(path('yes.yaml'), '--kubeconfig', path('nobody.kubeconfig'));
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('does not accept the credentials')]);
    const silent = await run(path('yes.yaml'), '--kubeconfig', path('kubeconfig'), '--server', 'https://127.0.0.1:1');
    expect([silent.code, silent.err]).toEqual([2, expect.stringContaining('GET /api/v1')]);
  });

  function kubeconfigFor(token: string): string {
    const authority = Buffer.from(server.certificateAuthority).toString('base64');
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: server.url, 'certificate-authority-data': authority } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'c',
    });
  }
});
