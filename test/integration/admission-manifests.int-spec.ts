import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const GROUP = 'admissionregistration.k8s.io/v1';
const GATE = 'ManifestBasedAdmissionControlConfig';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const METRICS = 'apiserver_manifest_admission_config_controller';
const KINDS: Record<string, string> = {
  ValidatingAdmissionPolicy: 'ValidatingAdmissionPolicyConfiguration',
  MutatingAdmissionPolicy: 'MutatingAdmissionPolicyConfiguration',
  ValidatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  MutatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
};

let directory: string;
let webhook: FakeWebhook;
let caBundle: string;
let server: TestServer | undefined;

beforeAll(async () => {
  const { authority, serving } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-manifests-'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(directory, { recursive: true, force: true });
});

afterAll(() => webhook.close());

/** Puts a file into the directory of a plugin as a whole. */
async function write(plugin: string, name: string, ...objects: unknown[]): Promise<void> {
  await mkdir(join(directory, plugin), { recursive: true });
  const text = objects.map((object) => (typeof object === 'string' ? object : JSON.stringify(object))).join('\n---\n');
  await writeFile(join(directory, `${name}.new`), text);
  await rename(join(directory, `${name}.new`), join(directory, plugin, name));
}

interface Start {
  readonly release?: string;
  readonly gates?: Record<string, boolean>;
}

async function start(plugins: readonly string[], { release = '1.36', gates = { [GATE]: true } }: Start = {}) {
  const sections = plugins.map((name) => ({
    name,
    configuration: {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: KINDS[name],
      staticManifestsDir: join(directory, name),
    },
  }));
  const configFile = join(directory, 'admission.json');
  const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: sections };
  await writeFile(configFile, JSON.stringify(configuration));
  server = await startTestServer({
    api: { emulatedRelease: release, featureGates: gates },
    admission: { configFile },
    extensions: { controllers: ['-*'] },
  });
  return server;
}

function rulesFor(apiGroups: string[], resources: string[], operations = ['CREATE']): Json {
  return { apiGroups, apiVersions: ['*'], operations, resources };
}

function policy(name: string, spec: Json = {}): Json {
  return {
    apiVersion: GROUP,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rulesFor([''], ['configmaps'])] },
      validations: [{ expression: "object.metadata.name != 'denied'", message: 'this name is denied' }],
      ...spec,
    },
  };
}

function binding(name: string, policyName: string, spec: Json = {}): Json {
  return {
    apiVersion: GROUP,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName, validationActions: ['Deny'], ...spec },
  };
}

function webhooks(kind: string, name: string, more: Json = {}): Json {
  const clientConfig = { url: `${webhook.url}/static`, caBundle };
  const rules = [rulesFor([''], ['configmaps'])];
  const only = { name: 'a.example.com', clientConfig, rules, sideEffects: 'None', admissionReviewVersions: ['v1'] };
  return { apiVersion: GROUP, kind, metadata: { name }, webhooks: [{ ...only, ...more }] };
}

function answer(make: (request: Json) => Json): void {
  webhook.asked.length = 0;
  webhook.answerJson(({ body }) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Json;
    return { apiVersion, kind, response: { uid: request.uid, allowed: true, ...make(request) } };
  });
}

function createConfigMap(name: string, query = ''): Promise<TestAnswer> {
  return server!.request('POST', `${CONFIG_MAPS}${query}`, { body: { metadata: { name } } });
}

function create(object: Json): Promise<TestAnswer> {
  const plurals: Record<string, string> = {
    ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
    ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
    ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
    MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  };
  return server!.request('POST', `/apis/${GROUP}/${plurals[object.kind as string]}`, { body: object });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function metric(name: string, ...labels: string[]): Promise<string | undefined> {
  const { text } = await server!.request('GET', '/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith(`${METRICS}_${name}{`));
  return lines.find((line) => labels.every((label) => line.includes(label)));
}

const deniedDryRun = async (): Promise<boolean> => (await createConfigMap('denied', '?dryRun=All')).status === 422;
const POLICIES = 'ValidatingAdmissionPolicy';
const A = 'a.static.k8s.io';

describe('Policies and webhooks of manifests', () => {
  it('deny before the API has an object of them, and are not shown', async () => {
    await write(POLICIES, 'policy.yaml', policy(A), '# nothing', binding(A, A));
    await start([POLICIES]);
    const { status, body } = await createConfigMap('denied');
    expect(status).toBe(422);
    expect(body.message).toContain(`ValidatingAdmissionPolicy '${A}' with binding '${A}' denied request: this name`);
    expect((await createConfigMap('allowed')).status).toBe(201);
    const { body: list } = await server!.request('GET', `/apis/${GROUP}/validatingadmissionpolicies`);
    expect(list.items).toEqual([]);
    expect(await metric('last_config_info', `plugin="${POLICIES}"`, 'hash="sha256:')).toMatch(/ 1$/);
    expect(await metric('automatic_reloads_total', `plugin="${POLICIES}"`, 'status="success"')).toMatch(/ 1$/);
  });

  it('are asked before those of the API', async () => {
    await write('MutatingAdmissionWebhook', 'w.yml', webhooks('MutatingWebhookConfiguration', 'z.static.k8s.io'));
    await start(['MutatingAdmissionWebhook']);
    const clientConfig = { url: `${webhook.url}/api`, caBundle };
    const { status } = await create(webhooks('MutatingWebhookConfiguration', 'a', { clientConfig }));
    expect(status).toBe(201);
    const value = Buffer.from('[{"op":"add","path":"/data","value":{"by":"file"}}]').toString('base64');
    answer(({ object }) => (object.data ? {} : { patch: value, patchType: 'JSONPatch' }));
    expect((await createConfigMap('a')).body.data).toEqual({ by: 'file' });
    const asked = webhook.asked.filter(({ body }) => (JSON.parse(body) as Json).request.name === 'a');
    expect(asked.map(({ url }) => url.split('?')[0])).toEqual(['/static', '/api']);
  });

  it('deny by validating webhooks', async () => {
    answer(() => ({ allowed: false, status: { message: 'by a file' } }));
    await write('ValidatingAdmissionWebhook', 'w.json', webhooks('ValidatingWebhookConfiguration', A));
    await start(['ValidatingAdmissionWebhook']);
    const { body } = await createConfigMap('a');
    expect(body.message).toBe('admission webhook "a.example.com" denied the request: by a file');
  });

  it('change objects by mutating policies', async () => {
    const mutation = {
      patchType: 'JSONPatch',
      jsonPatch: { expression: '[JSONPatch{op: "add", path: "/data", value: {"by": "file"}}]' },
    };
    const spec = {
      matchConstraints: { resourceRules: [rulesFor([''], ['configmaps'])] },
      reinvocationPolicy: 'Never',
      mutations: [mutation],
    };
    await write(
      'MutatingAdmissionPolicy',
      'm.json',
      { apiVersion: GROUP, kind: 'MutatingAdmissionPolicy', metadata: { name: A }, spec },
      { apiVersion: GROUP, kind: 'MutatingAdmissionPolicyBinding', metadata: { name: A }, spec: { policyName: A } },
    );
    await start(['MutatingAdmissionPolicy']);
    expect((await createConfigMap('a')).body.data).toEqual({ by: 'file' });
  });

  it('look at policies and webhooks of the API, which those of the API do not', async () => {
    const resources = ['validatingadmissionpolicies', 'validatingwebhookconfigurations'];
    const matchConstraints = { resourceRules: [rulesFor(['admissionregistration.k8s.io'], resources)] };
    const validations = [{ expression: "object.metadata.name != 'denied'", message: 'protected' }];
    await write(POLICIES, 'policy.yaml', policy(A, { matchConstraints, validations }), binding(A, A));
    await start([POLICIES]);
    expect((await create(policy('denied'))).body.message).toContain('protected');
    expect((await create(webhooks('ValidatingWebhookConfiguration', 'denied'))).body.message).toContain('protected');
    expect((await create(policy('allowed'))).status).toBe(201);
  });

  it('are asked by webhooks about policies of the API', async () => {
    answer(() => ({ allowed: false }));
    const rules = [rulesFor(['admissionregistration.k8s.io'], ['*'])];
    await write('ValidatingAdmissionWebhook', 'w.json', webhooks('ValidatingWebhookConfiguration', A, { rules }));
    await start(['ValidatingAdmissionWebhook']);
    expect((await create(policy('a'))).body.message).toContain('denied the request');
    expect(webhook.asked).toHaveLength(1);
  });

  it('follow their files: added, invalid and removed', async () => {
    await mkdir(join(directory, POLICIES));
    await start([POLICIES]);
    expect(await deniedDryRun()).toBe(false);
    await write(POLICIES, 'policy.yaml', policy(A), binding(A, A));
    await until(deniedDryRun);
    await write(POLICIES, 'more.yaml', policy('no-suffix'));
    await until(async () => (await metric('automatic_reloads_total', 'status="failure"')) !== undefined);
    expect(await deniedDryRun()).toBe(true);
    await rm(join(directory, POLICIES, 'more.yaml'));
    await rm(join(directory, POLICIES, 'policy.yaml'));
    await until(async () => !(await deniedDryRun()));
    expect(await metric('last_config_info', `plugin="${POLICIES}"`)).toContain('hash=""');
  });
});

describe('A start with manifests', () => {
  it.each<[string, unknown[], string]>([
    ['a name without the suffix', [policy('a')], 'must end with ".static.k8s.io"'],
    ['no name', [{ ...policy(A), metadata: {} }], 'metadata.name: is required'],
    ['a name that occurs twice', [policy(A), policy(A)], 'is also the name of an object in'],
    [
      'another kind',
      [{ ...policy(A), kind: 'ValidatingWebhookConfiguration' }],
      'Kind=ValidatingWebhookConfiguration is not one of',
    ],
    ['another version', [{ ...policy(A), apiVersion: 'admissionregistration.k8s.io/v1beta1' }], 'is not one of'],
    ['an unknown field', [policy(A, { validation: [] })], 'unknown field "spec.validation"'],
    ['a repeated key', [JSON.stringify(policy(A)).replace('{', '{"kind":"List",')], 'repeated keys'],
    [
      'parameters',
      [policy(A, { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } })],
      'spec.paramKind: is not supported',
    ],
    [
      'a binding with parameters',
      [policy(A), binding(A, A, { paramRef: { name: 'a', parameterNotFoundAction: 'Deny' } })],
      'spec.paramRef',
    ],
    ['a binding of a policy of the API', [binding(A, 'a')], 'spec.policyName: must end with'],
    ['a binding of no policy', [binding(A, A)], 'which no manifest of the directory has'],
    ['an expression with a fault', [policy(A, { validations: [{ expression: 'object.' }] })], 'compilation failed'],
    ['no YAML', ['a: ['], 'policy.yaml'],
    ['text behind the end of a document', ['a: 1\n...\nb: 2'], 'text behind its end'],
  ])('fails for %s', async (_, objects, fault) => {
    await write(POLICIES, 'policy.yaml', ...objects);
    await expect(start([POLICIES])).rejects.toThrow(fault);
  });

  it('fails for webhooks with a service', async () => {
    const clientConfig = { service: { namespace: 'default', name: 'a' } };
    await write(
      'ValidatingAdmissionWebhook',
      'w.yaml',
      webhooks('ValidatingWebhookConfiguration', A, { clientConfig }),
    );
    await expect(start(['ValidatingAdmissionWebhook'])).rejects.toThrow('must have a url and no service');
  });

  it('fails where the gate is off, the directory is missing, or the release has none', async () => {
    await expect(start([POLICIES])).rejects.toThrow('staticManifestsDir: Invalid value');
    await write(POLICIES, 'policy.yaml', policy(A));
    await expect(start([POLICIES], { gates: {} })).rejects.toThrow(`requires the feature gate ${GATE}`);
    await expect(start([POLICIES], { release: '1.35', gates: {} })).rejects.toThrow('takes no configuration');
    const webhookPlugin = ['ValidatingAdmissionWebhook'];
    await expect(start(webhookPlugin, { release: '1.35', gates: {} })).rejects.toThrow('unknown key');
  });

  it('takes lists', async () => {
    const list = { apiVersion: GROUP, kind: 'ValidatingAdmissionPolicyList', items: [policy(A)] };
    const both = { apiVersion: 'v1', kind: 'List', metadata: {}, items: [list, binding(A, A)] };
    await write(POLICIES, 'policy.yaml', both);
    await start([POLICIES]);
    expect(await deniedDryRun()).toBe(true);
  });
});

describe('Names that are reserved for manifests', () => {
  it('are refused for new objects while manifests are enabled', async () => {
    await start([]);
    for (const object of [policy(A), binding(A, A), webhooks('ValidatingWebhookConfiguration', A)]) {
      const { status, body } = await create(object);
      expect([status, body.message]).toEqual([422, expect.stringContaining('are reserved for static manifest-based')]);
    }
  });

  it.each([
    ['1.36', [expect.stringContaining('are reserved for static manifest-based configurations')]],
    ['1.35', []],
  ])('are taken with a warning while they are not, in %s', async (release, warnings) => {
    await start([], { release, gates: {} });
    const answered = await create(policy(A));
    expect(answered.status).toBe(201);
    const texts = [answered.headers.warning ?? []].flat().filter((text) => text.includes('reserved'));
    expect(texts).toEqual(warnings);
  });
});
