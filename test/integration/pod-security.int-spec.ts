import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnnotationRecorderPlugin, annotationsOf } from '../support/annotation-recorder.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const label = (name: string): string => `pod-security.kubernetes.io/${name}`;
const NAMESPACES = '/api/v1/namespaces';
const pods = (namespace: string): string => `${NAMESPACES}/${namespace}/pods`;
const PLAIN: Json = { containers: [{ name: 'c', image: 'i:1' }] };
const HOST: Json = { ...PLAIN, hostNetwork: true };
const TEMPLATE: Json = { metadata: { labels: { a: 'b' } }, spec: HOST };
const WORKLOAD: Json = { selector: { matchLabels: { a: 'b' } }, template: TEMPLATE };
const VIOLATED = 'violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)';
const WARNED = 'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)';

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [AnnotationRecorderPlugin],
    admission: { disabledPlugins: ['ServiceAccount'] },
  });
});

afterAll(() => server.close());

async function namespaceWith(labels: Record<string, string>): Promise<string> {
  const name = `n${count++}`;
  await server.client.post(NAMESPACES, { metadata: { name, labels } });
  return name;
}

const post = (path: string, spec: Json): Promise<TestAnswer> =>
  server.client.post(path, { metadata: { name: `x${count++}` }, spec });
const mergePatch = (path: string, change: Json): Promise<TestAnswer> =>
  server.client.patch(path, 'merge-patch', change);
const warningsOf = ({ headers }: TestAnswer): string[] =>
  [headers.warning ?? []]
    .flat()
    .flatMap((text) => [...String(text).matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)])
    .map(([, text]) => text!.replaceAll('\\"', '"'));

describe('PodSecurity', () => {
  it('refuses pods where the level is enforced, in dry runs too', async () => {
    const namespace = await namespaceWith({ [label('enforce')]: 'baseline' });
    expect((await post(pods(namespace), PLAIN)).status).toBe(201);
    for (const query of ['', '?dryRun=All']) {
      const { status, body } = await post(`${pods(namespace)}${query}`, HOST);
      expect([status, body.reason, body.details.kind]).toEqual([403, 'Forbidden', 'pods']);
      expect(body.message).toMatch(/^pods "x\d+" is forbidden: /);
      expect(body.message).toContain(VIOLATED);
    }
  });

  it('annotates the audit event of accepted and of rejected pods', async () => {
    const namespace = await namespaceWith({ [label('enforce')]: 'baseline', [label('audit')]: 'baseline' });
    for (const [id, spec] of Object.entries({ rejected: HOST, accepted: PLAIN })) {
      const body = { metadata: { name: id }, spec };
      await server.client.request('POST', pods(namespace), { body, headers: { 'audit-id': id } });
    }
    const enforced = { [label('enforce-policy')]: 'baseline:latest' };
    expect(await annotationsOf('accepted')).toMatchObject(enforced);
    expect(await annotationsOf('accepted')).not.toHaveProperty([label('audit-violations')]);
    expect(await annotationsOf('rejected')).toMatchObject({ ...enforced, [label('audit-violations')]: WARNED });
  });

  it('warns of pods and of what makes them, and stores them', async () => {
    const namespace = await namespaceWith({ [label('warn')]: 'baseline', [label('audit')]: 'restricted' });
    const apps = `/apis/apps/v1/namespaces/${namespace}`;
    const batch = `/apis/batch/v1/namespaces/${namespace}`;
    const job = { template: { spec: { ...HOST, restartPolicy: 'Never' } } };
    const answers = [
      await post(pods(namespace), HOST),
      await post(`${NAMESPACES}/${namespace}/replicationcontrollers`, { selector: { a: 'b' }, template: TEMPLATE }),
      await server.client.post(`${NAMESPACES}/${namespace}/podtemplates`, {
        metadata: { name: 't' },
        template: TEMPLATE,
      }),
      await post(`${apps}/deployments`, WORKLOAD),
      await post(`${apps}/replicasets`, WORKLOAD),
      await post(`${apps}/daemonsets`, WORKLOAD),
      await post(`${apps}/statefulsets`, { ...WORKLOAD, serviceName: 's' }),
      await post(`${batch}/jobs`, job),
      await post(`${batch}/cronjobs`, { schedule: '@daily', jobTemplate: { spec: job } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.map((answer) => warningsOf(answer).includes(WARNED))).toEqual(answers.map(() => true));
  });

  it('does not refuse what makes pods', async () => {
    const namespace = await namespaceWith({ [label('enforce')]: 'restricted' });
    const answer = await post(`/apis/apps/v1/namespaces/${namespace}/deployments`, WORKLOAD);
    expect([answer.status, warningsOf(answer)]).toEqual([201, []]);
  });

  it('looks at changes of images and at containers that are added, and at nothing else', async () => {
    const namespace = await namespaceWith({});
    await server.client.post(pods(namespace), { metadata: { name: 'p' }, spec: HOST });
    const path = `${pods(namespace)}/p`;
    const labels = { [label('enforce')]: 'baseline' };
    await mergePatch(`${NAMESPACES}/${namespace}`, { metadata: { labels } });
    const labelled = await mergePatch(path, { metadata: { labels: { a: 'b' } } });
    const status = await mergePatch(`${path}/status`, { status: { message: 'm' } });
    const changed = await mergePatch(path, { spec: { containers: [{ name: 'c', image: 'i:2' }] } });
    const ephemeralContainers = [{ name: 'e', image: 'i:1' }];
    const added = await mergePatch(`${path}/ephemeralcontainers`, { spec: { ephemeralContainers } });
    expect([labelled, status, changed, added].map((answer) => answer.status)).toEqual([200, 200, 403, 403]);
  });
});

describe('labels of namespaces', () => {
  it('are checked when they are new or change', async () => {
    const labels = { [label('enforce')]: 'safe', [label('warn-version')]: 'v2' };
    const { status, body } = await server.client.post(NAMESPACES, { metadata: { name: 'wrong', labels } });
    expect([status, body.reason]).toEqual([422, 'Invalid']);
    expect((body.details.causes as Json[]).map(({ field, message }) => [field, message])).toEqual([
      [
        'metadata.labels[pod-security.kubernetes.io/enforce]',
        'Invalid value: "safe": must be one of privileged, baseline, restricted',
      ],
      ['metadata.labels[pod-security.kubernetes.io/warn-version]', 'Invalid value: "v2": must be "latest" or "v1.x"'],
    ]);
    const path = `${NAMESPACES}/${await namespaceWith({})}`;
    const patched = await mergePatch(path, { metadata: { labels: { [label('audit')]: 'x' } } });
    expect(patched.status).toBe(422);
  });

  it('lead to warnings about pods that run already', async () => {
    const namespace = await namespaceWith({});
    const path = `${NAMESPACES}/${namespace}`;
    const enforce = (level: string): Promise<TestAnswer> =>
      mergePatch(path, { metadata: { labels: { [label('enforce')]: level } } });
    for (const name of ['b', 'a', 'c']) await server.client.post(pods(namespace), { metadata: { name }, spec: HOST });
    await server.client.post(pods(namespace), {
      metadata: { name: 'd' },
      spec: { ...PLAIN, hostPID: true, volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    });
    expect(warningsOf(await enforce('baseline'))).toEqual([
      `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "baseline:latest"`,
      'a (and 2 other pods): host namespaces',
      'd: host namespaces, hostPath volumes',
    ]);
    expect(warningsOf(await enforce('baseline'))).toEqual([]);
    expect(warningsOf(await enforce('privileged'))).toEqual([]);
  });
});

describe('the configuration of PodSecurity', () => {
  it('says what is asked of namespaces without labels, and of whom not', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-pod-security-'));
    const configFile = join(directory, 'admission.json');
    const configuration = {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { enforce: 'baseline' },
      exemptions: { namespaces: ['kube-system'] },
    };
    const plugins = [{ name: 'PodSecurity', configuration }];
    const document = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins };
    await writeFile(configFile, JSON.stringify(document));
    const configured = await startTestServer({ admission: { disabledPlugins: ['ServiceAccount'], configFile } });
    const object = { metadata: { name: 'p' }, spec: HOST };
    const refused = await configured.client.post(pods('default'), object);
    const exempt = await configured.client.post(pods('kube-system'), object);
    await configured.close();
    await rm(directory, { recursive: true });
    expect([refused.status, exempt.status]).toEqual([403, 201]);
  });
});
