import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const NAMESPACES = '/api/v1/namespaces';
/** The configuration of the plugins that take one. */
const CONFIGURATION = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration:
    apiVersion: eventratelimit.admission.k8s.io/v1alpha1
    kind: Configuration
    limits:
    - {type: Namespace, qps: 1, burst: 2}
- name: PodNodeSelector
  configuration:
    podNodeSelectorPluginConfig:
      clusterDefaultNodeSelector: zone=any
      narrow: zone=here,disk=fast
- name: PodTolerationRestriction
  configuration:
    apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
    kind: Configuration
    default:
    - {key: dedicated, operator: Exists}
- name: ResourceQuota
  configuration:
    apiVersion: apiserver.config.k8s.io/v1
    kind: ResourceQuotaConfiguration
    limitedResources:
    - {resource: persistentvolumeclaims, matchContains: [gold.storageclass.storage.k8s.io]}
`;

const servers: TestServer[] = [];
let directory: string;
let count = 0;

/** A server with admission plugins besides the default ones. */
async function startWith(...enabledPlugins: string[]): Promise<TestServer> {
  const server = await startTestServer({
    admission: { enabledPlugins, disabledPlugins: ['ServiceAccount'], configFile: join(directory, 'admission.yaml') },
    extensions: { controllers: ['-*'] },
  });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-admission-'));
  await writeFile(join(directory, 'admission.yaml'), CONFIGURATION);
});

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

afterAll(() => rm(directory, { recursive: true, force: true }));

const pod = (spec: Json = {}, metadata: Json = {}): Json => ({
  metadata: { name: `p${count++}`, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i:1', imagePullPolicy: 'IfNotPresent' }], ...spec },
});
const createIn = (server: TestServer, namespace: string, resource: string, body: Json): Promise<TestAnswer> =>
  server.client.post(`${NAMESPACES}/${namespace}/${resource}`, body);
const outcome = ({ status, body }: TestAnswer): unknown[] => [status, body.message];

async function namespaceWith(
  server: TestServer,
  annotations: Record<string, string>,
  name = `n${count++}`,
): Promise<string> {
  expect((await server.client.post(NAMESPACES, { metadata: { name, annotations } })).status).toBe(201);
  return name;
}

describe('the plugins that are on by default', () => {
  const COUNT =
    /^apiserver_admission_controller_admission_duration_seconds_count\{name="(\w+)",operation="CREATE",.*type="(\w+)"\} (\d+)$/gm;

  /** How often each plugin was asked about creates. */
  async function asked(server: TestServer): Promise<Map<string, number>> {
    const { text } = await server.client.get('/metrics');
    return new Map([...text.matchAll(COUNT)].map(([, name, step, count]) => [`${name} ${step}`, Number(count)]));
  }

  it('are asked about the resources that they handle alone', async () => {
    const server = await startWith();
    const askedAbout = async (resource: string, body: Json): Promise<string[]> => {
      const before = await asked(server);
      expect((await createIn(server, 'default', resource, body)).status).toBe(201);
      const after = await asked(server);
      return [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
    };
    const everywhere = [
      'MutatingAdmissionWebhook admit',
      'NamespaceLifecycle admit',
      'ResourceQuota validate',
      'ValidatingAdmissionPolicy validate',
      'ValidatingAdmissionWebhook validate',
    ];
    const ofPods = ['DefaultTolerationSeconds', 'LimitRanger', 'Priority', 'RuntimeClass'].map(
      (name) => `${name} admit`,
    );
    expect((await askedAbout('configmaps', { metadata: { name: 'a' } })).sort()).toEqual(everywhere);
    expect(await askedAbout('pods', pod())).toEqual(expect.arrayContaining([...everywhere, ...ofPods]));
  });
});

describe('AlwaysAdmit and AlwaysDeny', () => {
  it('change nothing, and let nothing be changed', async () => {
    const open = await startWith('AlwaysAdmit');
    expect((await createIn(open, 'default', 'configmaps', { metadata: { name: 'c' } })).status).toBe(201);
    const closed = await startWith('AlwaysDeny');
    expect(outcome(await createIn(closed, 'default', 'configmaps', { metadata: { name: 'c' } }))).toEqual([
      403,
      'configmaps "c" is forbidden: admission control is denying all modifications',
    ]);
    expect((await closed.client.get(`${NAMESPACES}/default/configmaps`)).status).toBe(200);
    expect((await closed.client.delete(`${NAMESPACES}/default/configmaps/c`)).status).toBe(404);
  });
});

describe('NamespaceAutoProvision', () => {
  it('makes the namespace that something is created in', async () => {
    const server = await startWith('NamespaceAutoProvision');
    const made = { metadata: { name: 'c' } };
    expect((await createIn(server, 'dry', 'configmaps?dryRun=All', made)).status).toBe(404);
    expect((await createIn(server, 'made', 'configmaps', made)).status).toBe(201);
    expect((await server.client.get(`${NAMESPACES}/made`)).status).toBe(200);
    expect((await server.client.get(`${NAMESPACES}/dry`)).status).toBe(404);
  });
});

describe('NamespaceExists', () => {
  it('refuses what is written where no namespace is', async () => {
    const server = await startWith('NamespaceExists');
    expect(outcome(await createIn(server, 'none', 'configmaps', { metadata: { name: 'c' } }))).toEqual([
      404,
      'namespaces "none" not found',
    ]);
  });
});

describe('AlwaysPullImages', () => {
  it('forces the pull of every image of a pod, and of changed ones', async () => {
    const server = await startWith('AlwaysPullImages');
    const made = await createIn(server, 'default', 'pods', pod({ initContainers: [{ name: 'i', image: 'j' }] }));
    const { spec, metadata } = made.body;
    const all = [...spec.initContainers, ...spec.containers] as Json[];
    expect(all.map(({ imagePullPolicy }) => imagePullPolicy)).toEqual(['Always', 'Always']);
    const path = `${NAMESPACES}/default/pods/${metadata.name}`;
    const containers = [{ name: 'c', image: 'other' }];
    const patched = await server.client.patch(path, 'strategic-merge-patch', { spec: { containers } });
    expect([patched.status, patched.body.spec.containers[0].imagePullPolicy]).toEqual([200, 'Always']);
  });
});

describe('PodNodeSelector', () => {
  const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

  it('gives pods what their namespace selects, or the cluster, and lets them select nothing else', async () => {
    const server = await startWith('PodNodeSelector');
    const own = await namespaceWith(server, { [ANNOTATION]: 'zone=a, disk=slow' });
    const selected = async (namespace: string, nodeSelector?: Json): Promise<unknown[]> => {
      const { status, body } = await createIn(server, namespace, 'pods', pod({ nodeSelector }));
      return [status, status === 201 ? body.spec.nodeSelector : body.message];
    };
    expect(await selected(own)).toEqual([201, { zone: 'a', disk: 'slow' }]);
    expect(await selected(own, { zone: 'a', more: 'x' })).toEqual([201, { zone: 'a', disk: 'slow', more: 'x' }]);
    expect(await selected('default')).toEqual([201, { zone: 'any' }]);
    expect(await selected(own, { zone: 'b' })).toEqual([
      403,
      expect.stringContaining('pod node label selector conflicts with its namespace node label selector'),
    ]);
  });

  it('restricts the node selectors of pods to those the configuration allows their namespace', async () => {
    const server = await startWith('PodNodeSelector');
    const narrow = await namespaceWith(server, { [ANNOTATION]: '' }, 'narrow');
    expect((await createIn(server, narrow, 'pods', pod({ nodeSelector: { disk: 'fast' } }))).status).toBe(201);
    expect(outcome(await createIn(server, narrow, 'pods', pod({ nodeSelector: { disk: 'slow' } })))).toEqual([
      403,
      expect.stringContaining('pod node label selector labels conflict with its namespace whitelist'),
    ]);
  });
});

describe('PodTolerationRestriction', () => {
  it('gives pods the tolerations of their namespace or the configuration, and no others than are allowed', async () => {
    const server = await startWith('PodTolerationRestriction');
    const tolerated = async (namespace: string, tolerations?: Json[]): Promise<unknown> => {
      const { status, body } = await createIn(server, namespace, 'pods', pod({ tolerations }));
      return status === 201 ? (body.spec.tolerations as Json[]).map(({ key }) => key) : body.message;
    };
    expect(await tolerated('default')).toContain('dedicated');
    const own = await namespaceWith(server, {
      'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"own","operator":"Exists"}]',
      'scheduler.alpha.kubernetes.io/tolerationsWhitelist':
        '[{"key":"own","operator":"Exists"},{"key":"node.kubernetes.io/not-ready","operator":"Exists"},{"key":"node.kubernetes.io/unreachable","operator":"Exists"}]',
    });
    expect(await tolerated(own)).toContain('own');
    expect(await tolerated(own, [{ key: 'other', operator: 'Exists' }])).toContain(
      'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
    );
  });
});

describe('EventRateLimit', () => {
  it('lets no more events through than a namespace may have', async () => {
    const server = await startWith('EventRateLimit');
    const event = (namespace: string): Json => ({
      metadata: { name: `e${count++}` },
      involvedObject: { kind: 'Pod', namespace, name: 'p' },
    });
    const write = (namespace: string): Promise<TestAnswer> => createIn(server, namespace, 'events', event(namespace));
    const limited = await namespaceWith(server, {});
    const answers = [await write(limited), await write(limited), await write(limited)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect([answers[2].body.reason, answers[2].body.message]).toEqual([
      'TooManyRequests',
      `limit reached on type Namespace for key ${limited}`,
    ]);
    expect((await write('default')).status).toBe(201);
  });
});

describe('LimitPodHardAntiAffinityTopology', () => {
  it('lets pods keep others from their own node only', async () => {
    const server = await startWith('LimitPodHardAntiAffinityTopology');
    const apart = (topologyKey: string): Json => ({
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey }] } },
    });
    expect((await createIn(server, 'default', 'pods', pod(apart('kubernetes.io/hostname')))).status).toBe(201);
    expect(outcome(await createIn(server, 'default', 'pods', pod(apart('zone'))))).toEqual([
      403,
      expect.stringContaining(
        'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
      ),
    ]);
  });
});

describe('ExtendedResourceToleration', () => {
  it('lets pods onto nodes that are kept for what they ask for', async () => {
    const server = await startWith('ExtendedResourceToleration');
    const resources = { requests: { cpu: '1', 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
    const { body } = await createIn(
      server,
      'default',
      'pods',
      pod({ containers: [{ name: 'c', image: 'i', resources }] }),
    );
    const own = (body.spec.tolerations as Json[]).filter(({ key }) => !String(key).startsWith('node.kubernetes.io/'));
    expect(own).toEqual([{ key: 'example.com/gpu', operator: 'Exists' }]);
  });
});

describe('DenyServiceExternalIPs', () => {
  it('lets services have no addresses of others, but those they have', async () => {
    const server = await startWith('DenyServiceExternalIPs');
    const ports = [{ port: 80 }];
    const service = (name: string, externalIPs?: string[]): Json => ({
      metadata: { name },
      spec: { ports, externalIPs },
    });
    expect(outcome(await createIn(server, 'default', 'services', service('a', ['1.2.3.4'])))).toEqual([
      403,
      'services "a" is forbidden: Use of external IPs is denied by admission control',
    ]);
    expect((await createIn(server, 'default', 'services', service('b'))).status).toBe(201);
    const path = `${NAMESPACES}/default/services/b`;
    const change = { spec: { externalIPs: ['1.2.3.4'] } };
    expect((await server.client.patch(path, 'merge-patch', change)).status).toBe(403);
  });
});

describe('ResourceQuota with limited resources', () => {
  it('lets nobody use them where no quota covers it', async () => {
    const server = await startWith();
    const claim = (storageClassName: string): Json => ({
      metadata: { name: `c${count++}` },
      spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    expect((await createIn(server, 'default', 'persistentvolumeclaims', claim('silver'))).status).toBe(201);
    const refused = await createIn(server, 'default', 'persistentvolumeclaims', claim('gold'));
    expect(outcome(refused)).toEqual([
      403,
      expect.stringContaining('insufficient quota to consume: gold.storageclass.storage.k8s.io/'),
    ]);
  });
});

describe('connections', () => {
  it('call admission, with options without metadata', async () => {
    const server = await startWith(
      'NamespaceAutoProvision',
      'NamespaceExists',
      'AlwaysPullImages',
      'PodNodeSelector',
      'PodTolerationRestriction',
      'EventRateLimit',
      'LimitPodHardAntiAffinityTopology',
      'ExtendedResourceToleration',
      'DenyServiceExternalIPs',
      'OwnerReferencesPermissionEnforcement',
      'NodeRestriction',
    );
    const { body } = await createIn(server, 'default', 'pods', pod());
    const exec = `${NAMESPACES}/default/pods/${body.metadata.name}/exec?command=ls`;
    expect(outcome(await server.client.post(exec, {}))).toEqual([
      400,
      `pod ${body.metadata.name} does not have a host assigned`,
    ]);
    const closed = await startWith('AlwaysDeny');
    expect(outcome(await closed.client.post(`${NAMESPACES}/default/pods/p/exec`, {}))).toEqual([
      403,
      'pods "p" is forbidden: admission control is denying all modifications',
    ]);
  });
});
