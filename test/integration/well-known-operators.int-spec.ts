import { application, workflow } from '../fixtures/definitions/argo.js';
import { certificate } from '../fixtures/definitions/cert-manager.js';
import { gateway } from '../fixtures/definitions/gateway.js';
import { scaledObject } from '../fixtures/definitions/keda.js';
import { knativeService } from '../fixtures/definitions/knative.js';
import { prometheus } from '../fixtures/definitions/prometheus-operator.js';
import { backup } from '../fixtures/definitions/velero.js';
import {
  apply,
  apiVersionOf,
  define,
  DEFINITIONS,
  objectOf,
  objectsPath,
  redefine,
} from '../support/custom-definitions.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SECRETS = '/api/v1/namespaces/default/secrets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const CERTIFICATES = objectsPath(certificate);
const issuerRef = (name: string): Json => ({ group: 'cert-manager.io', kind: 'ClusterIssuer', name });
const ready = (status: string): Json => ({
  type: 'Ready',
  status,
  reason: 'Issued',
  message: 'The certificate is there',
  lastTransitionTime: '2025-01-02T03:04:05Z',
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
  await define(server, certificate, application, workflow, prometheus, gateway, knativeService, scaledObject, backup);
});

afterAll(() => server.close());

const merge = (path: string, change: object) => server.client.patch(path, 'merge-patch', change);
const namesIn = ({ body }: Json): string[] => (body.items as Json[]).map(({ metadata }) => metadata.name as string);

/** Owned fields by their managers: `manager operation subresource`. */
function owned({ metadata }: Json): Record<string, Json> {
  return Object.fromEntries(
    (metadata.managedFields as Json[]).map(({ manager, operation, subresource = '', fieldsV1 }) => [
      `${manager} ${operation} ${subresource}`.trim(),
      fieldsV1 as Json,
    ]),
  );
}

describe('a user and an operator with one Certificate', () => {
  const path = `${CERTIFICATES}/shared`;
  const configuration = (members: Json = {}): Json => ({
    ...objectOf(certificate, 'shared', { spec: { secretName: 'shared-tls', issuerRef: issuerRef('le'), ...members } }),
  });

  it('own the parts they apply: the specification and the status', async () => {
    const created = await apply(server, path, { manager: 'user', ...configuration({ dnsNames: ['a.example.com'] }) });
    expect(created.status).toBe(201);
    const status = { conditions: [ready('False')], revision: 1 };
    const issued = await apply(server, `${path}/status`, {
      manager: 'operator',
      ...objectOf(certificate, 'shared', { status }),
    });
    expect([issued.status, issued.body.metadata.generation, issued.body.status]).toEqual([200, 1, status]);
    expect(owned(issued.body)).toEqual({
      'user Apply': {
        'f:spec': {
          'f:dnsNames': {},
          'f:issuerRef': { 'f:group': {}, 'f:kind': {}, 'f:name': {} },
          'f:secretName': {},
        },
      },
      'operator Apply status': {
        'f:status': {
          'f:conditions': {
            'k:{"type":"Ready"}': {
              ...{ '.': {}, 'f:lastTransitionTime': {}, 'f:message': {}, 'f:reason': {}, 'f:status': {}, 'f:type': {} },
            },
          },
          'f:revision': {},
        },
      },
    });
  });

  it('merge conditions by their types', async () => {
    const issuing = { type: 'Issuing', status: 'True' };
    await apply(server, `${path}/status`, {
      manager: 'issuer',
      ...objectOf(certificate, 'shared', { status: { conditions: [issuing] } }),
    });
    const { body } = await server.client.get(path);
    expect((body.status.conditions as Json[]).map(({ type }) => type as string)).toEqual(['Ready', 'Issuing']);
    await apply(server, `${path}/status`, {
      manager: 'issuer',
      ...objectOf(certificate, 'shared', { status: { conditions: [] } }),
    });
    expect((await server.client.get(path)).body.status.conditions).toEqual([ready('False')]);
  });

  it('conflict over fields both apply, until one forces', async () => {
    const theirs = { manager: 'other', ...configuration({ secretName: 'elsewhere' }) };
    const refused = await apply(server, path, theirs);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        reason: 'Conflict',
        message: 'Apply failed with 1 conflict: conflict with "user": .spec.secretName',
        details: {
          causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "user"', field: '.spec.secretName' }],
        },
      },
    ]);
    const forced = await apply(server, `${path}?force=true`, theirs);
    expect([forced.status, forced.body.spec.secretName, forced.body.metadata.generation]).toEqual([
      200,
      'elsewhere',
      2,
    ]);
    expect(owned(forced.body)['user Apply']!['f:spec']).not.toHaveProperty('f:secretName');
    expect(owned(forced.body)['user Apply']!['f:spec']).toHaveProperty('f:dnsNames');
  });

  it('drop what only they applied and no longer do', async () => {
    const { body } = await apply(server, `${path}?force=true`, { manager: 'user', ...configuration() });
    expect(body.spec).toEqual({ secretName: 'shared-tls', issuerRef: issuerRef('le') });
    expect(body.status.revision).toBe(1);
  });

  it('cannot write the part of the other', async () => {
    const whole = (await server.client.get(path)).body;
    const put = await server.client.put(path, { ...whole, status: { revision: 99 } });
    expect([put.status, put.body.status.revision, put.body.metadata.resourceVersion]).toEqual([
      200,
      1,
      whole.metadata.resourceVersion,
    ]);
    const status = await server.client.put(`${path}/status`, {
      ...whole,
      metadata: { ...whole.metadata, labels: { by: 'status' }, finalizers: ['example.com/x'] },
      spec: { ...whole.spec, secretName: 'stolen' },
      status: { ...whole.status, revision: 2 },
    });
    expect(status.body).toMatchObject({
      metadata: { generation: whole.metadata.generation as number },
      spec: { secretName: 'shared-tls' },
      status: { revision: 2 },
    });
    expect(status.body.metadata).not.toHaveProperty('labels');
    expect(status.body.metadata).not.toHaveProperty('finalizers');
  });

  it('are refused a status that is not valid, and one of an old version', async () => {
    const whole = (await server.client.get(path)).body;
    const bad = await merge(`${path}/status`, { status: { conditions: [{ type: 'Ready', status: 'Maybe' }] } });
    expect([bad.status, bad.body.message]).toEqual([
      422,
      'Certificate.cert-manager.io "shared" is invalid: status.conditions[0].status: Unsupported value: "Maybe": ' +
        'supported values: "True", "False", "Unknown"',
    ]);
    await merge(`${path}/status`, { status: { revision: 3 } });
    const stale = await server.client.put(`${path}/status`, whole);
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Operation cannot be fulfilled on certificates.cert-manager.io "shared": the object has been modified; ' +
        'please apply your changes to the latest version and try again',
    ]);
  });
});

describe('kubectl apply on the client', () => {
  it('writes by merge patches, which replace lists and delete by null', async () => {
    const path = `${CERTIFICATES}/plain`;
    const last = 'kubectl.kubernetes.io/last-applied-configuration';
    const members = { spec: { secretName: 'plain', issuerRef: issuerRef('le'), dnsNames: ['a', 'b'], isCA: true } };
    const query = '?fieldManager=kubectl-client-side-apply&fieldValidation=Strict';
    await server.client.post(
      `${CERTIFICATES}${query}`,
      objectOf(certificate, 'plain', { ...members, metadata: { annotations: { [last]: '{}' } } }),
    );
    const { status, body } = await merge(`${path}${query}`, {
      metadata: { annotations: { [last]: '{"second":true}' } },
      spec: { dnsNames: ['c'], isCA: null, duration: '24h' },
    });
    expect([status, body.spec, body.metadata.generation]).toEqual([
      200,
      { secretName: 'plain', issuerRef: issuerRef('le'), dnsNames: ['c'], duration: '24h' },
      2,
    ]);
    expect(Object.keys(owned(body))).toEqual(['kubectl-client-side-apply Update']);
    const again = await merge(`${path}${query}`, { spec: { duration: '24h' } });
    expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });
});

describe('an Argo CD Application', () => {
  const path = objectsPath(application);
  const FINALIZER = 'resources-finalizer.argocd.argoproj.io';
  const spec = { project: 'default', destination: { namespace: 'shop' } };

  it('is written with its status, which counts as a change: there is no subresource', async () => {
    await server.client.post(path, objectOf(application, 'shop', { spec, metadata: { finalizers: [FINALIZER] } }));
    const { body } = await merge(`${path}/shop`, { status: { sync: { status: 'OutOfSync' } } });
    expect(body).toMatchObject({ metadata: { generation: 2 }, status: { sync: { status: 'OutOfSync' } } });
    expect((await server.client.get(`${path}/shop/status`)).status).toBe(404);
  });

  it('starts an operation by a JSON patch that tests', async () => {
    const patch = (value: string) =>
      server.client.patch(`${path}/shop`, 'json-patch', [
        { op: 'test', path: '/status/sync/status', value },
        { op: 'add', path: '/operation', value: { sync: { revision: 'main', syncOptions: ['Prune=true'] } } },
      ]);
    const failed = await patch('Synced');
    expect([failed.status, failed.body.message]).toEqual([
      422,
      'the server rejected our request due to an error in our request',
    ]);
    expect((await patch('OutOfSync')).body.operation).toEqual({
      sync: { revision: 'main', syncOptions: ['Prune=true'] },
    });
  });

  it('stays until its finalizer is removed, and takes no new one meanwhile', async () => {
    const deleted = await server.client.delete(`${path}/shop`);
    expect([deleted.status, deleted.body.metadata.deletionTimestamp]).toEqual([200, expect.any(String)]);
    const added = await merge(`${path}/shop`, { metadata: { finalizers: [FINALIZER, 'example.com/late'] } });
    expect([added.status, added.body.message]).toEqual([
      422,
      'Application.argoproj.io "shop" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the ' +
        'object is being deleted, found new finalizers []string{"example.com/late"}',
    ]);
    expect((await merge(`${path}/shop`, { metadata: { finalizers: null } })).status).toBe(200);
    expect((await server.client.get(`${path}/shop`)).status).toBe(404);
  });
});

describe('an Argo Workflow', () => {
  const path = objectsPath(workflow);

  it('gets a name of its own from generateName', async () => {
    const body = { ...objectOf(workflow, ''), metadata: { generateName: 'hello-' }, spec: { entrypoint: 'a' } };
    const names = [];
    for (let i = 0; i < 3; i++) names.push((await server.client.post(path, body)).body.metadata.name as string);
    expect(names).toEqual(names.map(() => expect.stringMatching(/^hello-[bcdfghjklmnpqrstvwxz2456789]{5}$/) as string));
    expect(new Set(names).size).toBe(3);
  });

  it('has an atomic specification: one manager owns it whole', async () => {
    const { body } = await apply(server, `${path}/one`, {
      manager: 'user',
      ...objectOf(workflow, 'one', { spec: { entrypoint: 'main', templates: [{ name: 'main' }] } }),
    });
    expect(owned(body)).toEqual({ 'user Apply': { 'f:spec': {} } });
    const other = await apply(server, `${path}/one`, {
      manager: 'other',
      ...objectOf(workflow, 'one', { spec: { entrypoint: 'else' } }),
    });
    expect(other.body.message).toBe('Apply failed with 1 conflict: conflict with "user": .spec');
  });
});

describe('lists of custom resources', () => {
  const of = (name: string, issuer: string, labels: Json): Json =>
    objectOf(certificate, name, { metadata: { labels }, spec: { secretName: name, issuerRef: issuerRef(issuer) } });

  beforeAll(async () => {
    await server.client.post(CERTIFICATES, of('list-a', 'one', { team: 'red', tier: 'web' }));
    await server.client.post(CERTIFICATES, of('list-b', 'two', { team: 'red' }));
    await server.client.post(CERTIFICATES, of('list-c', 'two', { team: 'blue' }));
  });

  it.each([
    ['labelSelector=team%3Dred', ['list-a', 'list-b']],
    ['labelSelector=team%20in%20(red,blue),!tier', ['list-b', 'list-c']],
    ['fieldSelector=spec.issuerRef.name%3Dtwo', ['list-b', 'list-c']],
    ['fieldSelector=spec.issuerRef.name%3Dtwo,metadata.name!%3Dlist-c', ['list-b']],
    ['fieldSelector=spec.issuerRef.name%3Dtwo&labelSelector=team%3Dblue', ['list-c']],
  ])('select by %s', async (query, names) => {
    expect(namesIn(await server.client.get(`${CERTIFICATES}?${query}`))).toEqual(names);
  });

  it('refuse fields that the definition does not name', async () => {
    const { status, body } = await server.client.get(`${CERTIFICATES}?fieldSelector=spec.secretName%3Dx`);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('field label not supported: spec.secretName'),
    ]);
  });

  it('come in pages', async () => {
    const first = await server.client.get(`${CERTIFICATES}?limit=2&labelSelector=team`);
    expect(namesIn(first)).toEqual(['list-a', 'list-b']);
    const { continue: token } = first.body.metadata as { continue: string };
    expect(namesIn(await server.client.get(`${CERTIFICATES}?limit=2&labelSelector=team&continue=${token}`))).toEqual([
      'list-c',
    ]);
  });

  it('are deleted together, by their labels', async () => {
    expect((await server.client.delete(`${CERTIFICATES}?labelSelector=team%3Dred`)).status).toBe(200);
    expect(namesIn(await server.client.get(`${CERTIFICATES}?labelSelector=team`))).toEqual(['list-c']);
  });
});

describe('a watch while the definition changes', () => {
  const path = objectsPath(scaledObject);
  const of = (name: string): Json =>
    objectOf(scaledObject, name, { spec: { scaleTargetRef: { name }, triggers: [{ type: 'cron', metadata: {} }] } });

  it('loses no event when a column and a version are added', async () => {
    const { metadata } = (await server.client.get(path)).body as { metadata: { resourceVersion: string } };
    const watch = await server.client.watch(`${path}?resourceVersion=${metadata.resourceVersion}`);
    const names = Array.from({ length: 24 }, (_, i) => `w-${String(i).padStart(2, '0')}`);
    const writes = (async () => {
      for (const name of names) expect((await server.client.post(path, of(name))).status).toBe(201);
    })();
    await redefine(server, scaledObject, {
      edit: ({ versions }) => {
        const [version] = versions as Json[];
        version!.additionalPrinterColumns.push({
          name: 'Paused',
          type: 'string',
          jsonPath: '.status.pausedReplicaCount',
        });
        versions.push({ ...version, name: 'v1', storage: false });
      },
      isServed: async () => expect((await server.client.get(objectsPath(scaledObject, 'v1'))).status).toBe(200),
    });
    await writes;
    expect(await watch.names(names.length)).toEqual(names.map((name) => `ADDED ${name}`));
    watch.stop();
    const { body } = await server.request('GET', path, { headers: { accept: TABLE } });
    expect((body.columnDefinitions as Json[]).at(-1)!.name).toBe('Paused');
    const second = await server.client.get(`${objectsPath(scaledObject, 'v1')}/w-00`);
    expect(second.body).toMatchObject({ ...of('w-00'), apiVersion: 'keda.sh/v1' });
  });
});

describe('the scale of a Prometheus', () => {
  const path = `${objectsPath(prometheus)}/main`;

  it('is read, replaced and patched at the paths of the definition', async () => {
    await server.client.post(objectsPath(prometheus), objectOf(prometheus, 'main', { spec: { shards: 1 } }));
    await merge(`${path}/status`, { status: { shards: 1, selector: 'app=prometheus' } });
    const { body } = await server.client.get(`${path}/scale`);
    expect(body).toMatchObject({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'main', namespace: 'default', uid: expect.any(String) as string },
      spec: { replicas: 1 },
      status: { replicas: 1, selector: 'app=prometheus' },
    });
    const put = await server.client.put(`${path}/scale`, { ...body, spec: { replicas: 3 } });
    expect([put.status, put.body.spec]).toEqual([200, { replicas: 3 }]);
    const patched = await merge(`${path}/scale`, { spec: { replicas: 4 } });
    expect(patched.body.spec).toEqual({ replicas: 4 });
    const whole = (await server.client.get(path)).body;
    expect([whole.spec.shards, whole.metadata.generation, whole.status.shards]).toEqual([4, 3, 1]);
  });

  it('is refused below zero, and from an old version', async () => {
    const { body } = await server.client.get(`${path}/scale`);
    const negative = await merge(`${path}/scale`, { spec: { replicas: -1 } });
    expect([negative.status, negative.body.message]).toEqual([
      422,
      'Prometheus.monitoring.coreos.com "main" is invalid: .spec.shards: Invalid value: -1: should be a non-negative integer',
    ]);
    await merge(path, { spec: { paused: true } });
    expect((await server.client.put(`${path}/scale`, { ...body, spec: { replicas: 9 } })).status).toBe(409);
  });
});

describe('dependents of custom resources', () => {
  const ownedBy = ({ apiVersion, kind, metadata }: Json, more: Json = {}): Json => ({
    ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, ...more }],
  });
  const untilGone = (path: string) => eventually(async () => expect((await server.client.get(path)).status).toBe(404));

  it('go with them: the secret of a Certificate', async () => {
    const members = { spec: { secretName: 'owned', issuerRef: issuerRef('le') } };
    const { body } = await server.client.post(CERTIFICATES, objectOf(certificate, 'owner', members));
    await server.client.post(SECRETS, { metadata: { name: 'owned', ...ownedBy(body) } });
    await server.client.post(SECRETS, { metadata: { name: 'free' } });
    const deleted = await server.client.delete(`${CERTIFICATES}/owner`);
    expect(deleted.body).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'owner' } });
    await untilGone(`${SECRETS}/owned`);
    expect((await server.client.get(`${SECRETS}/free`)).status).toBe(200);
  });

  it('go before them in the foreground: what a Knative Service owns, other custom resources too', async () => {
    const path = objectsPath(knativeService);
    const members = { spec: { template: { spec: { containers: [{ name: 'a' }] } } } };
    const { body } = await server.client.post(path, objectOf(knativeService, 'web', members));
    const blocking = ownedBy(body, { blockOwnerDeletion: true });
    const held = { ...blocking, finalizers: ['example.com/hold'] };
    await server.client.post(objectsPath(backup), objectOf(backup, 'of-web', { metadata: held }));
    await server.client.post(CONFIG_MAPS, { metadata: { name: 'of-web', ...blocking } });
    const { metadata } = (await server.client.delete(`${path}/web?propagationPolicy=Foreground`)).body as {
      metadata: Json;
    };
    expect(metadata).toMatchObject({ finalizers: ['foregroundDeletion'] });
    await untilGone(`${CONFIG_MAPS}/of-web`);
    expect((await server.client.get(`${path}/web`)).status).toBe(200);
    await merge(`${objectsPath(backup)}/of-web`, { metadata: { finalizers: null } });
    await untilGone(`${path}/web`);
    expect((await server.client.get(`${objectsPath(backup)}/of-web`)).status).toBe(404);
  });

  it('live on as orphans', async () => {
    const path = objectsPath(gateway);
    const spec = { gatewayClassName: 'x', listeners: [{ name: 'a', port: 80, protocol: 'HTTP' }] };
    const { body } = await server.client.post(path, objectOf(gateway, 'parent', { spec }));
    await server.client.post(CONFIG_MAPS, { metadata: { name: 'orphan', ...ownedBy(body) } });
    await server.client.delete(`${path}/parent?propagationPolicy=Orphan`);
    await untilGone(`${path}/parent`);
    const orphan = await server.client.get(`${CONFIG_MAPS}/orphan`);
    expect([orphan.status, orphan.body.metadata.ownerReferences]).toEqual([200, undefined]);
  });

  it('go when the definition of their owner takes all its objects along', async () => {
    const { body } = await server.client.post(objectsPath(backup), objectOf(backup, 'last'));
    await server.client.post(SECRETS, { metadata: { name: 'of-last', ...ownedBy(body) } });
    const watch = await server.client.watch(
      `${objectsPath(backup)}?resourceVersion=${body.metadata.resourceVersion as string}`,
    );
    await server.client.delete(`${DEFINITIONS}/backups.velero.io`);
    expect(await watch.names(1)).toEqual(['DELETED last']);
    watch.stop();
    await untilGone(`${DEFINITIONS}/backups.velero.io`);
    await untilGone(objectsPath(backup));
    await untilGone(`${SECRETS}/of-last`);
    expect((await server.client.get(`/apis/${apiVersionOf(backup)}`)).status).toBe(404);
  });
});
