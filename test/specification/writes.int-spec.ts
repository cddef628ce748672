import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { DEPLOYMENTS, MAPS, configMap, deployment, mapsIn, namespace } from './objects.js';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = server.client;
});

afterAll(() => server.close());

let made = 0;

/** Creates a ConfigMap with its own name; answers its path and itself. */
async function make(more: Json = {}): Promise<{ path: string; object: Json }> {
  const { body } = await client.post(MAPS, configMap(`w${made++}`, more));
  return { path: `${MAPS}/${body.metadata.name}`, object: body };
}

const held = { metadata: { finalizers: ['hold.example.com/x'] } };
const release = (path: string): Promise<TestAnswer> =>
  client.patch(path, 'merge-patch', { metadata: { finalizers: null } });
const warningsOf = ({ headers }: TestAnswer): string[] =>
  headers.warning === undefined
    ? []
    : [...(headers.warning as string).matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);

describe('updates', () => {
  it('replace the whole object [OP-07]', async () => {
    const { path, object } = await make({ data: { a: '1' } });
    expect((await client.put(path, { ...object, data: { b: '2' } })).body.data).toEqual({ b: '2' });
  });

  it('are refused when they are stale [OP-06, OP-14, ERR-07]', async () => {
    const { path, object } = await make();
    await client.patch(path, 'merge-patch', { data: { a: '1' } });
    const stale = await client.put(path, { ...object, data: { a: '2' } });
    expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict']);
  });

  it('never conflict over owners [SSA-10, SSA-11]', async () => {
    const { path } = await make({ data: { a: '1' } });
    const answer = await client.patch(`${path}?fieldManager=other`, 'merge-patch', { data: { a: '2' } });
    const managers = (answer.body.metadata.managedFields as Json[]).filter(
      ({ fieldsV1 }) => fieldsV1['f:data']?.['f:a'],
    );
    expect([answer.status, managers.map(({ manager }) => manager as string)]).toEqual([200, ['other']]);
  });
});

describe('patches', () => {
  it('are those of RFC 6902 [MEDIA-13, PATCH-05, PATCH-06]', async () => {
    const { path } = await make({ data: { a: '1' } });
    const test = (value: string): TestAnswer | Promise<TestAnswer> =>
      client.patch(path, 'json-patch', [
        { op: 'test', path: '/data/a', value },
        { op: 'replace', path: '/data/a', value: '2' },
      ]);
    expect((await test('9')).status).toBe(422);
    expect((await client.get(path)).body.data).toEqual({ a: '1' });
    expect((await test('1')).body.data).toEqual({ a: '2' });
  });

  it('are those of RFC 7386 [MEDIA-14, PATCH-07]', async () => {
    const { path } = await make({ data: { a: '1', b: '2' } });
    expect((await client.patch(path, 'merge-patch', { data: { a: null, c: '3' } })).body.data).toEqual({
      b: '2',
      c: '3',
    });
  });

  it('are strategic [MEDIA-15, PATCH-08, CAP-08]', async () => {
    await client.post(DEPLOYMENTS, deployment('strategic'));
    const containers = [{ name: 'b', image: 'b' }];
    const patch = { spec: { template: { spec: { containers } } } };
    const { spec } = (await client.patch(`${DEPLOYMENTS}/strategic`, 'strategic-merge-patch', patch)).body;
    expect((spec.template.spec.containers as Json[]).map(({ name }) => name as string).sort()).toEqual(['a', 'b']);
  });

  it.each([
    ['application/json', 'PATCH-11, MEDIA-18, ERR-28'],
    ['application/xml', 'PATCH-11, MEDIA-18, ERR-28'],
    ['application/merge-patch+cbor', 'MEDIA-17'],
    ['application/json-patch+cbor', 'MEDIA-17'],
    ['application/strategic-merge-patch+cbor', 'MEDIA-17'],
  ])('are not known as %s [%s]', async (type) => {
    const { path } = await make();
    const answer = await client.request('PATCH', path, { body: '{}', headers: { 'content-type': type } });
    expect([answer.status, answer.body.reason]).toEqual([415, 'UnsupportedMediaType']);
  });

  it('without a version are tried again until they are in [PATCH-12]', async () => {
    const { path } = await make();
    const all = Array.from({ length: 40 }, (_, i) => client.patch(path, 'merge-patch', { data: { [`k${i}`]: 'x' } }));
    const statuses = new Set((await Promise.all(all)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    expect(Object.keys((await client.get(path)).body.data as Json)).toHaveLength(40);
  });

  it('take force only to apply [PARAM-19]', async () => {
    const { path } = await make();
    expect((await client.patch(`${path}?force=true`, 'merge-patch', {})).status).toBe(422);
  });
});

describe('dry runs', () => {
  const dry = '?dryRun=All';

  it('complete, check and admit, and answer like real ones [DRY-01, DRY-03]', async () => {
    const answer = await client.post(DEPLOYMENTS + dry, deployment('dry'));
    expect([answer.status, answer.body.spec.replicas]).toEqual([201, 1]);
    expect(answer.body.metadata.uid).toMatch(/-/);
    expect((await client.post(DEPLOYMENTS + dry, deployment('Dry'))).status).toBe(422);
    expect((await client.post(`/api/v1/namespaces/absent/configmaps${dry}`, configMap('a'))).status).toBe(404);
  });

  it('store nothing [DRY-02, PARAM-13, CAP-06]', async () => {
    const { path, object } = await make({ data: { a: '1' } });
    expect((await client.post(DEPLOYMENTS + dry, deployment('dry'))).status).toBe(201);
    expect((await client.get(`${DEPLOYMENTS}/dry`)).status).toBe(404);
    expect((await client.put(path + dry, { ...object, data: { a: '2' } })).body.data).toEqual({ a: '2' });
    expect((await client.patch(path + dry, 'merge-patch', { data: { a: '3' } })).body.data).toEqual({ a: '3' });
    expect((await client.get(path)).body).toEqual(object);
  });

  it('generate other values than the run before [DRY-04]', async () => {
    const draft = { ...configMap(''), metadata: { generateName: 'dry-' } };
    const [a, b] = [await client.post(MAPS + dry, draft), await client.post(MAPS + dry, draft)];
    expect(a.body.metadata.name).toMatch(/^dry-./);
    expect(a.body.metadata.name).not.toBe(b.body.metadata.name);
    expect(a.body.metadata.uid).not.toBe(b.body.metadata.uid);
  });

  it('delete nothing [DRY-08, DELOPT-01]', async () => {
    const { path } = await make();
    expect((await client.delete(path + dry)).status).toBe(200);
    expect((await client.delete(path, { dryRun: ['All'] })).status).toBe(200);
    expect((await client.delete(MAPS + dry)).status).toBe(200);
    expect((await client.get(path)).status).toBe(200);
  });

  it('are absent by default [PARAM-12]', async () => {
    const { path } = await make();
    await client.patch(`${path}?dryRun`, 'merge-patch', { data: { a: '1' } });
    expect((await client.get(path)).body.data).toEqual({ a: '1' });
  });

  it('know no other directive [PARAM-14]', async () => {
    expect((await client.post(`${MAPS}?dryRun=Some`, configMap('some'))).status).toBe(422);
  });

  it('show pretty answers too [PARAM-20]', async () => {
    expect((await client.post(`${MAPS}?dryRun=All&pretty=true`, configMap('pretty'))).text).toContain('{\n');
    expect((await client.post(`${MAPS}?dryRun=All`, configMap('plain'))).text.trim()).not.toContain('\n');
  });
});

describe('unknown and repeated fields', () => {
  const unknown = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fv"},"colour":"red","colours":1}';
  const repeated = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fv"},"data":{},"data":{}}';
  const post = (mode: string, body: string): Promise<TestAnswer> =>
    client.request('POST', `${MAPS}?dryRun=All${mode}`, { body });

  it('are refused in strict mode, all together [FV-01, ERR-01]', async () => {
    const refused = await post('&fieldValidation=Strict', unknown);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('unknown field "colour", unknown field "colours"');
    expect((await post('&fieldValidation=Strict', repeated)).body.message).toContain('duplicate field "data"');
  });

  it.each([
    ['Ignore', 201, []],
    ['Warn', 201, ['duplicate field \\"data\\"']],
    ['Strict', 400, []],
    ['Foo', 422, []],
  ])('are treated as fieldValidation=%s says: %d [PARAM-15, CAP-07]', async (mode, status, warnings) => {
    const answer = await post(`&fieldValidation=${mode}`, repeated);
    expect([answer.status, warningsOf(answer)]).toEqual([status, warnings]);
  });

  it('are refused in patches too [FV-02]', async () => {
    const { path } = await make();
    expect((await client.patch(`${path}?fieldValidation=Strict`, 'merge-patch', { colour: 'red' })).status).toBe(422);
  });

  it.each(['', '&fieldValidation=Warn'])('are warned of one by one, %s [FV-04, FV-06, ERR-17]', async (mode) => {
    const answer = await post(mode, unknown);
    expect([answer.status, warningsOf(answer)]).toEqual([
      201,
      ['unknown field \\"colour\\"', 'unknown field \\"colours\\"'],
    ]);
    expect(warningsOf(await post(mode, repeated))).toEqual(['duplicate field \\"data\\"']);
  });

  it('are dropped silently on request [FV-05, ERR-19]', async () => {
    const answer = await post('&fieldValidation=Ignore', unknown);
    expect([answer.status, answer.headers.warning, 'colour' in answer.body]).toEqual([201, undefined, false]);
  });

  it('are not reported beside a fatal fault [FV-03, ERR-03]', async () => {
    for (const mode of ['Strict', 'Warn', 'Ignore']) {
      const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":5},"colour":"red"}';
      const answer = await post(`&fieldValidation=${mode}`, body);
      expect([answer.status, answer.text.includes('colour')]).toEqual([400, false]);
    }
  });

  it('leave required ones required [FV-07, ERR-20]', async () => {
    const { spec, ...rest } = deployment('required');
    const answer = await client.post(DEPLOYMENTS, { ...rest, spec: { ...spec, selector: undefined } });
    expect(answer.status).toBe(422);
    expect((answer.body.details.causes as Json[]).map(({ field }) => field as string)).toContain('spec.selector');
  });
});

describe('managed fields', () => {
  const entriesOf = ({ metadata }: Json): Json[] => (metadata.managedFields ?? []) as Json[];

  const written = async (): Promise<Json> => {
    const object = configMap(`managed-${made++}`, { data: { k: 'v' } });
    return entriesOf((await client.post(`${MAPS}?fieldManager=abc`, object)).body)[0];
  };

  it('record the manager, the operation and the version of a write [MF-01, MF-03, PARAM-16]', async () => {
    expect(await written()).toMatchObject({ manager: 'abc', operation: 'Update', apiVersion: 'v1' });
  });

  it('record the time of a write in seconds, as RFC 3339 [MF-04]', async () => {
    expect((await written()).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('record the written fields as a tree [META-14, MF-05, MF-06]', async () => {
    const { fieldsType, fieldsV1 } = await written();
    expect([fieldsType, fieldsV1]).toEqual(['FieldsV1', { 'f:data': { '.': {}, 'f:k': {} } }]);
  });

  it('name the user agent where no manager is named [PARAM-18]', async () => {
    const headers = { 'user-agent': 'teapot/1.0 (short)' };
    const { body } = await client.request('POST', MAPS, { body: configMap('agent', { data: { k: 'v' } }), headers });
    expect(entriesOf(body)[0].manager).toBe('teapot');
  });

  it('record subresources, and scales on the scaled object [MF-07, MF-13]', async () => {
    await client.post(DEPLOYMENTS, deployment('owners'));
    await client.patch(`${DEPLOYMENTS}/owners/status`, 'merge-patch', { status: { replicas: 1 } });
    await client.patch(`${DEPLOYMENTS}/owners/scale`, 'merge-patch', { spec: { replicas: 2 } });
    const entries = entriesOf((await client.get(`${DEPLOYMENTS}/owners`)).body);
    expect(
      entries
        .map(({ subresource }) => subresource as string)
        .filter(Boolean)
        .sort(),
    ).toEqual(['scale', 'status']);
  });

  it('are reset by one empty entry, not by an empty list [MF-09, MF-10]', async () => {
    const { path, object } = await make({ data: { k: 'v' } });
    const kept = await client.put(path, { ...object, metadata: { ...object.metadata, managedFields: [] } });
    expect(entriesOf(kept.body)).toHaveLength(1);
    const reset = await client.patch(path, 'merge-patch', { metadata: { managedFields: [{}] } });
    expect(entriesOf(reset.body)).toEqual([]);
  });

  it('start again with the fields changed beside a reset [MF-11]', async () => {
    const { path } = await make({ data: { k: 'v' } });
    const change = { metadata: { managedFields: [{}] }, data: { z: '1' } };
    const [entry, ...others] = entriesOf((await client.patch(path, 'merge-patch', change)).body);
    expect([entry.operation, entry.fieldsV1, others]).toEqual(['Update', { 'f:data': { 'f:z': {} } }, []]);
    const next = entriesOf((await client.patch(path, 'merge-patch', { data: { y: '2' } })).body);
    expect(next.map(({ fieldsV1 }) => fieldsV1)).toEqual([{ 'f:data': { 'f:y': {}, 'f:z': {} } }]);
  });

  it('are not taken malformed [MF-08]', async () => {
    const { path } = await make({ data: { k: 'v' } });
    const managedFields = [{ manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV9' }];
    const answer = await client.patch(path, 'merge-patch', { metadata: { managedFields } });
    const managers = answer.status === 200 ? entriesOf(answer.body).map(({ manager }) => manager as string) : [];
    expect(managers).not.toContain('x');
  });
});

describe('deletion', () => {
  it('is done at once where nothing holds, and answered 200 [DEL-07, DEL-08]', async () => {
    const { path } = await make();
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
  });

  it('of an object that is not there is 404 [DEL-09, ERR-25]', async () => {
    const { path } = await make();
    await client.delete(path);
    expect((await client.delete(path)).body).toMatchObject({ code: 404, reason: 'NotFound' });
  });

  const [a, b] = ['a.example.com/x', 'b.example.com/x'];
  /** Creates an object with two finalizers and deletes it; returns its path and its state after that. */
  async function terminating(): Promise<{ path: string; marked: Json }> {
    const { path } = await make({ metadata: { finalizers: [a, b] } });
    return { path, marked: (await client.delete(path)).body };
  }

  it.each(['{"a"', '{"a":"(b)"', '{"a":"x): y (z)"'])('does not quote the broken body %s', async (body) => {
    const { path } = await make();
    const answer = await client.request('DELETE', path, { body });
    expect([answer.status, answer.body.reason]).toEqual([400, 'BadRequest']);
    expect(answer.body.message).toMatch(/^couldn't get version\/kind; json parse error: [^()]*$/);
    expect((await client.get(path)).status).toBe(200);
  });

  it('has two phases: a mark, and removal with the last finalizer [DEL-01, DEL-06, CAP-09]', async () => {
    const { path, marked } = await terminating();
    expect(marked.metadata.deletionTimestamp).toBeDefined();
    expect((await client.get(path)).body).toEqual(marked);
    await release(path);
    expect((await client.get(path)).status).toBe(404);
  });

  it('leaves an object as it is that is being deleted already [DEL-03]', async () => {
    const { path, marked } = await terminating();
    const again = await client.delete(path);
    expect([again.status, again.body.metadata]).toEqual([200, marked.metadata]);
    await release(path);
  });

  it('keeps the name taken until the object is removed [DEL-10]', async () => {
    const { path, marked } = await terminating();
    const { name } = marked.metadata;
    expect((await client.post(MAPS, configMap(name as string))).status).toBe(409);
    await release(path);
    expect((await client.post(MAPS, configMap(name as string))).status).toBe(201);
  });

  it.each([
    [a, b],
    [b, a],
  ])('waits for finalizers that go one by one, %s last after %s [DEL-04, DEL-05]', async (last) => {
    const { path } = await terminating();
    expect((await client.patch(path, 'merge-patch', { metadata: { finalizers: [last] } })).status).toBe(200);
    expect((await client.get(path)).body.metadata.finalizers).toEqual([last]);
    await release(path);
    expect((await client.get(path)).status).toBe(404);
  });

  it('keeps to its preconditions [DELOPT-06, DELOPT-08, ERR-08]', async () => {
    const { path, object } = await make();
    expect((await client.delete(path, { preconditions: { uid: 'another' } })).status).toBe(409);
    expect((await client.delete(path, { preconditions: { resourceVersion: '1' } })).status).toBe(409);
    expect((await client.delete(path, { preconditions: { uid: object.metadata.uid as string } })).status).toBe(200);
  });

  it.each([
    [{ propagationPolicy: 'Orphan' }, ['orphan']],
    [{ propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    [{ orphanDependents: true }, ['orphan']],
  ])('decides by %j about dependents [DELOPT-03, DELOPT-04]', async (options, finalizers) => {
    const { path } = await make();
    // The collector does it soon.
    expect((await client.delete(path, options)).body.metadata.finalizers).toEqual(finalizers);
  });

  it('takes no two answers to that, and options as parameters [DELOPT-05, DELOPT-09]', async () => {
    const { path } = await make();
    const both = { propagationPolicy: 'Background', orphanDependents: false };
    expect((await client.delete(path, both)).status).toBe(422);
    const { metadata } = (await client.delete(`${path}?propagationPolicy=Orphan`)).body;
    expect(metadata.finalizers).toEqual(['orphan']);
  });

  it('gives pods time [DELOPT-02]', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { containers: [{ name: 'a', image: 'a' }], nodeName: 'n' };
    await client.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'graceful' }, spec });
    const { metadata } = (await client.delete(`${pods}/graceful`, { gracePeriodSeconds: 7 })).body;
    expect(metadata.deletionGracePeriodSeconds).toBe(7);
    await client.delete(`${pods}/graceful`, { gracePeriodSeconds: 0 });
    expect((await client.get(`${pods}/graceful`)).status).toBe(404);
  });

  it('drops the option for unreadable objects without its gate [FDEL-03]', async () => {
    const { path } = await make();
    const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';
    expect((await client.delete(path, { [option]: true })).status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
  });

  it('of a namespace takes its objects along [PATH-10, DEL-11]', async () => {
    expect((await client.post('/api/v1/namespaces', namespace('doomed'))).body.status).toEqual({ phase: 'Active' });
    await client.post(mapsIn('doomed'), configMap('a'));
    expect((await client.delete('/api/v1/namespaces/doomed')).body.status.phase).toBe('Terminating');
    while ((await client.get('/api/v1/namespaces/doomed')).status === 200) await new Promise(setImmediate);
    expect((await client.get(`${mapsIn('doomed')}/a`)).status).toBe(404);
  });

  it('is what a list of held objects waits for as well [OP-10]', async () => {
    const { path } = await make({ ...held, metadata: { ...held.metadata, labels: { held: '1' } } });
    await client.delete(`${MAPS}?labelSelector=held`);
    expect((await client.get(path)).body.metadata.deletionTimestamp).toBeDefined();
    await release(path);
  });
});

describe('apps/v1', () => {
  const dry = (path: string, object: Json): Promise<TestAnswer> =>
    client.post(`/apis/apps/v1/namespaces/default/${path}?dryRun=All`, object);
  const kinds = [
    ['deployments', 'Deployment'],
    ['replicasets', 'ReplicaSet'],
    ['daemonsets', 'DaemonSet'],
    ['statefulsets', 'StatefulSet'],
  ] as const;

  it.each(kinds)('insists on a selector of %s, and that it stays [DIFF-APPS-01, DIFF-APPS-02]', async (path, kind) => {
    const object: Json = { ...deployment('apps'), kind };
    expect((await dry(path, { ...object, spec: { ...object.spec, selector: undefined } })).status).toBe(422);
    await client.post(`/apis/apps/v1/namespaces/default/${path}`, object);
    const labels = { app: 'apps', more: '1' };
    const patch = { spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } } };
    const changed = await client.patch(`/apis/apps/v1/namespaces/default/${path}/apps`, 'merge-patch', patch);
    expect([changed.status, /immutable|are forbidden/.test(changed.text)]).toEqual([422, true]);
  });

  it('fills in the defaults of deployments [DIFF-APPS-06, DIFF-APPS-07, DIFF-APPS-08]', async () => {
    const { spec } = (await dry('deployments', deployment('defaults'))).body;
    expect(spec).toMatchObject({
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    });
  });

  it('fills in how sets are updated [DIFF-APPS-04, DIFF-APPS-09]', async () => {
    const daemons = await dry('daemonsets', { ...deployment('d'), kind: 'DaemonSet' });
    expect(daemons.body.spec.updateStrategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 0, maxUnavailable: 1 },
    });
    const sets = await dry('statefulsets', { ...deployment('s'), kind: 'StatefulSet' });
    expect(sets.body.spec.updateStrategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
  });

  it('knows fields no more that older versions had [DIFF-APPS-03, DIFF-APPS-05]', async () => {
    const rollbackTo = await dry('deployments', deployment('r', { rollbackTo: { revision: 1 } }));
    expect(warningsOf(rollbackTo)).toEqual(['unknown field \\"spec.rollbackTo\\"']);
    const generation = await dry('daemonsets', { ...deployment('g', { templateGeneration: 1 }), kind: 'DaemonSet' });
    expect(warningsOf(generation)).toEqual(['unknown field \\"spec.templateGeneration\\"']);
  });
});
