import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-crud-'));
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const configMap = (name: string, data: Json = { a: '1' }): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

describe('create', () => {
  it('answers with what is stored, completed', async () => {
    const created = await server.client.post(MAPS, configMap('completed'));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } });
    expect(created.body.metadata).toMatchObject({
      name: 'completed',
      namespace: 'default',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      resourceVersion: expect.stringMatching(/^\d+$/),
      creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect((await server.client.get(`${MAPS}/completed`)).body).toEqual(created.body);
  });

  it('answers AlreadyExists when the name is taken', async () => {
    await server.client.post(MAPS, configMap('taken'));
    const second = await server.client.post(MAPS, configMap('taken', { a: '2' }));
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      kind: 'Status',
      reason: 'AlreadyExists',
      details: { name: 'taken', kind: 'configmaps' },
    });
    expect((await server.client.get(`${MAPS}/taken`)).body.data).toEqual({ a: '1' });
  });

  it('makes names up from generateName', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'made-up-' } };
    const names = await Promise.all(
      [1, 2, 3].map(async () => (await server.client.post(MAPS, body)).body.metadata.name as string),
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^made-up-[a-z0-9]{5}$/);
  });

  it.each([
    ['Upper', 'a lowercase RFC 1123 subdomain'],
    ['a/b', 'a lowercase RFC 1123 subdomain'],
    ['nul\u0000', 'a lowercase RFC 1123 subdomain'],
    ['x'.repeat(254), 'must be no more than 253 characters'],
  ])('answers Invalid for the name %j', async (name, text) => {
    const answer = await server.client.post(MAPS, configMap(name));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ reason: 'Invalid', message: expect.stringContaining(text) });
  });

  it('needs a name', async () => {
    const answer = await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('name or generateName is required');
  });

  it('answers NotFound in a namespace that does not exist', async () => {
    const answer = await server.client.post('/api/v1/namespaces/nowhere/configmaps', configMap('lost'));
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('namespaces "nowhere" not found');
  });

  it('refuses members it does not know in Strict mode, and warns of them otherwise', async () => {
    const body = { ...configMap('unknown-members'), colour: 'red' };
    const strict = await server.client.post(`${MAPS}?fieldValidation=Strict`, body);
    expect([strict.status, strict.body.message]).toEqual([400, expect.stringContaining('unknown field "colour"')]);
    const warned = await server.client.post(MAPS, body);
    expect([warned.status, warned.headers.warning]).toEqual([201, '299 - "unknown field \\"colour\\""']);
  });
});

describe('update', () => {
  it('stores a new version of the object', async () => {
    const { body } = await server.client.post(MAPS, configMap('updated'));
    const updated = await server.client.put(`${MAPS}/updated`, { ...body, data: { a: '2' } });
    expect(updated.status).toBe(200);
    expect(updated.body.metadata.uid).toBe(body.metadata.uid);
    expect(Number(updated.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion));
    expect((await server.client.get(`${MAPS}/updated`)).body.data).toEqual({ a: '2' });
  });

  it('answers Conflict when the object has changed since', async () => {
    const { body } = await server.client.post(MAPS, configMap('contested'));
    await server.client.put(`${MAPS}/contested`, { ...body, data: { winner: 'first' } });
    const stale = await server.client.put(`${MAPS}/contested`, { ...body, data: { winner: 'second' } });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      reason: 'Conflict',
      message: expect.stringContaining('the object has been modified'),
    });
    expect((await server.client.get(`${MAPS}/contested`)).body.data).toEqual({ winner: 'first' });
  });

  it('lets exactly one of many writers through that start from the same version', async () => {
    const { body } = await server.client.post(MAPS, configMap('crowded'));
    const writes = Array.from({ length: 12 }, (_, i) =>
      server.client.put(`${MAPS}/crowded`, { ...body, data: { winner: String(i) } }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(11).fill(409)]);
  });

  it('loses no increment of writers that try again', async () => {
    await server.client.post(MAPS, configMap('counter', { n: '0' }));
    const increment = async (): Promise<void> => {
      for (;;) {
        const { body } = await server.client.get(`${MAPS}/counter`);
        const answer = await server.client.put(`${MAPS}/counter`, {
          ...body,
          data: { n: String(Number(body.data.n) + 1) },
        });
        if (answer.status === 200) return;
      }
    };
    await Promise.all(Array.from({ length: 8 }, increment));
    expect((await server.client.get(`${MAPS}/counter`)).body.data).toEqual({ n: '8' });
  });

  it('neither loses nor refuses one of many patches of different members', async () => {
    await server.client.post(MAPS, configMap('patched-by-many'));
    const types = ['merge-patch', 'strategic-merge-patch', 'json-patch'] as const;
    const patch = (i: number): Promise<{ status: number }> => {
      const type = types[i % types.length];
      const merged = { data: { [`k${i}`]: String(i) } };
      const body = type === 'json-patch' ? [{ op: 'add', path: `/data/k${i}`, value: String(i) }] : merged;
      return server.client.patch(`${MAPS}/patched-by-many`, type, body);
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => patch(i)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Object.keys((await server.client.get(`${MAPS}/patched-by-many`)).body.data as Json)).toHaveLength(101);
  });

  it('refuses none of many replacements that name no version, and a patch that names an old one', async () => {
    const { body } = await server.client.post(MAPS, configMap('replaced-by-many'));
    const replace = (i: number): Promise<{ status: number }> =>
      server.client.put(`${MAPS}/replaced-by-many`, configMap('replaced-by-many', { i: String(i) }));
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => replace(i)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { resourceVersion } = body.metadata as Json;
    const old = { metadata: { resourceVersion: resourceVersion as string }, data: { b: '2' } };
    expect((await server.client.patch(`${MAPS}/replaced-by-many`, 'merge-patch', old)).status).toBe(409);
  });

  it('keeps resourceVersion and generation when nothing changes', async () => {
    const { body } = await server.client.post(MAPS, configMap('unchanged'));
    const again = await server.client.put(`${MAPS}/unchanged`, body);
    expect(again.body).toEqual(body);
  });

  it('refuses to rename an object', async () => {
    const { body } = await server.client.post(MAPS, configMap('named'));
    const renamed = await server.client.put(`${MAPS}/named`, {
      ...body,
      metadata: { ...body.metadata, name: 'other' },
    });
    expect([renamed.status, renamed.body.message]).toEqual([400, expect.stringContaining('does not match the name')]);
  });

  it('answers NotFound for an object that is not there', async () => {
    const answer = await server.client.put(`${MAPS}/absent`, {
      ...configMap('absent'),
      metadata: { name: 'absent', resourceVersion: '5' },
    });
    expect([answer.status, answer.body.reason]).toEqual([404, 'NotFound']);
  });
});

describe('the version of a new object', () => {
  const versioned = (name: string, resourceVersion: string): Json => ({
    ...configMap(name),
    metadata: { name, resourceVersion },
  });

  it('is refused, once all else is right', async () => {
    const answer = await server.client.post(MAPS, versioned('versioned', '7'));
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'resourceVersion should not be set on objects to be created',
    ]);
    const invalid = await server.client.post(MAPS, { ...versioned('versioned', '7'), data: { 'a/b': 'c' } });
    expect([invalid.status, invalid.body.reason]).toEqual([422, 'Invalid']);
  });

  it.each(['0', 'abc', '-1'])('is ignored as %s', async (version) => {
    const answer = await server.client.post(MAPS, versioned(`of-${version.replace('-', 'minus')}`, version));
    expect(answer.status).toBe(201);
    expect(Number(answer.body.metadata.resourceVersion)).toBeGreaterThan(0);
  });

  it('stays in a dry run, which stores nothing', async () => {
    const answer = await server.client.post(`${MAPS}?dryRun=All`, versioned('pretended', '7'));
    expect([answer.status, answer.body.metadata.resourceVersion]).toEqual([201, '7']);
  });

  it('does not keep an update from making the object, nor does a configuration', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const made = await server.client.put(`${leases}/made`, { metadata: { name: 'made', resourceVersion: '5' } });
    expect([made.status, made.body.metadata.resourceVersion === '5']).toEqual([201, false]);
    const refused = await server.client.put(`${leases}/odd`, { metadata: { name: 'odd', resourceVersion: 'abc' } });
    expect([refused.status, refused.body.message]).toEqual([400, 'strconv.ParseUint: parsing "abc": invalid syntax']);
    const applied = await server.client.request('PATCH', `${MAPS}/applied?fieldManager=m`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', ...versioned('applied', '5') }),
    });
    expect(applied.status).toBe(201);
  });
});

describe('delete', () => {
  it('takes an object away and answers with a Status', async () => {
    const { body } = await server.client.post(MAPS, configMap('removed'));
    const answer = await server.client.delete(`${MAPS}/removed`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'removed', uid: body.metadata.uid },
    });
    expect((await server.client.get(`${MAPS}/removed`)).status).toBe(404);
  });

  it('waits for finalizers, and for nothing else', async () => {
    const metadata = { name: 'guarded', finalizers: ['example.com/first', 'example.com/second'] };
    await server.client.post(MAPS, { ...configMap('guarded'), metadata });
    const marked = await server.client.delete(`${MAPS}/guarded`);
    expect(marked.body).toMatchObject({ kind: 'ConfigMap', metadata: { deletionTimestamp: expect.any(String) } });
    await server.client.patch(`${MAPS}/guarded`, 'merge-patch', { metadata: { finalizers: ['example.com/second'] } });
    expect((await server.client.get(`${MAPS}/guarded`)).body.metadata.finalizers).toEqual(['example.com/second']);
    await server.client.patch(`${MAPS}/guarded`, 'merge-patch', { metadata: { finalizers: null } });
    expect((await server.client.get(`${MAPS}/guarded`)).status).toBe(404);
  });

  it('lets nobody add a finalizer once deletion has begun', async () => {
    await server.client.post(MAPS, {
      ...configMap('leaving'),
      metadata: { name: 'leaving', finalizers: ['example.com/one'] },
    });
    await server.client.delete(`${MAPS}/leaving`);
    const more = { metadata: { finalizers: ['example.com/one', 'example.com/two'] } };
    const answer = await server.client.patch(`${MAPS}/leaving`, 'merge-patch', more);
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringContaining('no new finalizers can be added'),
    ]);
  });

  it.each([['uid'], ['resourceVersion']])('holds the precondition on %s', async (name) => {
    const { body } = await server.client.post(MAPS, configMap(`on-${name.toLowerCase()}`));
    const path = `${MAPS}/${body.metadata.name}`;
    const options = (value: string): Json => ({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { [name]: value },
    });
    const refused = await server.client.delete(path, options('999999999'));
    expect([refused.status, refused.body.reason]).toEqual([409, 'Conflict']);
    expect((await server.client.get(path)).status).toBe(200);
    expect((await server.client.delete(path, options(body.metadata[name]))).status).toBe(200);
    expect((await server.client.get(path)).status).toBe(404);
  });

  it.each<[string, string, string]>([
    ['another kind', '{"kind":"Pod","apiVersion":"v1"}', 'no kind "Pod" is registered for version "v1" in scheme'],
    ['a kind that is a number', '{"kind":12345678901234567890}', 'cannot unmarshal number into Go struct field .kind'],
    ['a version that is a list', '{"apiVersion":[]}', 'cannot unmarshal array into Go struct field .apiVersion'],
  ])('refuses options of %s', async (_, body, message) => {
    const answer = await server.request('DELETE', `${MAPS}/none`, { body });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('deletes what a selector chooses from a collection', async () => {
    for (const [name, tier] of [
      ['many-a', 'x'],
      ['many-b', 'x'],
      ['many-c', 'y'],
    ]) {
      await server.client.post(MAPS, { ...configMap(name), metadata: { name, labels: { tier } } });
    }
    expect((await server.client.delete(`${MAPS}?labelSelector=tier%3Dx`)).status).toBe(200);
    const { body } = await server.client.get(`${MAPS}?labelSelector=tier`);
    expect(body.items.map((item: Json) => item.metadata.name)).toEqual(['many-c']);
  });
});

describe('dry run', () => {
  const revision = async (): Promise<string> => (await server.client.get(MAPS)).body.metadata.resourceVersion;

  it.each<[string, () => Promise<{ status: number }>]>([
    ['create', () => server.client.post(`${MAPS}?dryRun=All`, configMap('dry'))],
    ['update', () => server.client.put(`${MAPS}/kept?dryRun=All`, configMap('kept', { a: 'dry' }))],
    ['patch', () => server.client.patch(`${MAPS}/kept?dryRun=All`, 'merge-patch', { data: { a: 'dry' } })],
    ['delete', () => server.client.delete(`${MAPS}/kept?dryRun=All`)],
    ['delete of all', () => server.client.delete(`${MAPS}?dryRun=All`)],
  ])('stores nothing on %s', async (_verb, write) => {
    await server.client.post(MAPS, configMap('kept'));
    const before = await revision();
    expect((await write()).status).toBeLessThan(300);
    expect(await revision()).toBe(before);
    expect((await server.client.get(`${MAPS}/kept`)).body.data).toEqual({ a: '1' });
    expect((await server.client.get(`${MAPS}/dry`)).status).toBe(404);
  });
});

describe('spec, status and generation', () => {
  const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
  const labels = { app: 'web' };
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  };

  it('counts changes of the spec, and keeps spec and status apart', async () => {
    const created = (await server.client.post(DEPLOYMENTS, deployment)).body;
    expect([created.metadata.generation, created.spec.replicas]).toEqual([1, 1]);
    const scaled = { ...created, spec: { ...created.spec, replicas: 3 }, status: { replicas: 9 } };
    const spec = (await server.client.put(`${DEPLOYMENTS}/web`, scaled)).body;
    expect([spec.metadata.generation, spec.spec.replicas, spec.status.replicas]).toEqual([2, 3, undefined]);
    const observed = { ...spec, spec: { ...spec.spec, replicas: 7 }, status: { replicas: 2, observedGeneration: 2 } };
    const status = (await server.client.put(`${DEPLOYMENTS}/web/status`, observed)).body;
    expect([status.metadata.generation, status.spec.replicas, status.status.replicas]).toEqual([2, 3, 2]);
  });

  it('scales through the subresource', async () => {
    const scale = (await server.client.get(`${DEPLOYMENTS}/web/scale`)).body;
    expect(scale).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 3 },
      status: { selector: 'app=web' },
    });
    await server.client.put(`${DEPLOYMENTS}/web/scale`, { ...scale, spec: { replicas: 5 } });
    expect((await server.client.get(`${DEPLOYMENTS}/web`)).body.spec.replicas).toBe(5);
  });
});
