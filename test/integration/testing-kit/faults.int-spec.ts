import { once } from 'node:events';
import { type TestServer, startTestServer } from '../../../src/testing/index.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('the faults of a test server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ tokens: ['jane-token,jane,2,"system:masters"'] });
  });
  afterAll(() => server.close());
  afterEach(() => server.reset());

  const create = async (name: string, token?: string): Promise<number> =>
    (await server.request('POST', MAPS, { body: { metadata: { name } }, token })).status;

  it.each([
    [409, 'Conflict', undefined],
    [429, 'TooManyRequests', '1'],
    [500, 'InternalError', undefined],
    [503, 'ServiceUnavailable', '1'],
  ])('answer %i to as many requests as they are for', async (status, reason, retryAfter) => {
    await server.faults.add({ verb: 'create', resource: 'configmaps', times: 1 }, { status });
    const refused = await server.request('POST', MAPS, { body: { metadata: { name: 'a' } } });
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ kind: 'Status', code: status, reason });
    expect(refused.headers['retry-after']).toBe(retryAfter);
    expect(await create('a')).toBe(201);
  });

  it('concern selected requests alone, until they are taken away', async () => {
    const remove = await server.faults.add({ user: 'jane', path: '/api/v1/*/configmaps' }, { status: 500 });
    expect(await create('a', 'jane-token')).toBe(500);
    expect(await create('b')).toBe(201);
    expect((await server.request('GET', '/api/v1/nodes', { token: 'jane-token' })).status).toBe(200);
    await remove();
    expect(await create('c', 'jane-token')).toBe(201);
  });

  it('delay requests', async () => {
    await server.faults.add({ resource: 'configmaps', verb: 'get' }, { latency: 150 });
    const began = performance.now();
    await server.request('GET', `${MAPS}/kube-root-ca.crt`);
    expect(performance.now() - began).toBeGreaterThan(145);
  });

  it('cut watches that are open, and those that begin', async () => {
    const watch = await server.open('GET', `${MAPS}?watch=1`);
    watch.resume();
    const broken = once(watch, 'error');
    expect(await server.faults.cutWatches({ resource: 'secrets' })).toBe(0);
    expect(await server.faults.cutWatches({ resource: 'configmaps' })).toBe(1);
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    await server.faults.add({ verb: 'watch' }, { cutWatch: 30 });
    const next = await server.open('GET', `${MAPS}?watch=1`);
    next.resume();
    expect((await once(next, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
  });

  it('lose the history of the store', async () => {
    const { body } = await server.request<{ metadata: { resourceVersion: string } }>('GET', MAPS);
    await create('a');
    const at = `${MAPS}?resourceVersion=${body.metadata.resourceVersion}&resourceVersionMatch=Exact`;
    expect((await server.request('GET', at)).status).toBe(200);
    await server.faults.add({ verb: 'list', times: 1 }, { expireHistory: true });
    const lost = await server.request('GET', at);
    expect([lost.status, lost.body.reason]).toEqual([410, 'Expired']);
  });

  it.each([
    [{ verbs: 'get' }, { status: 500 }, 'verbs: requests cannot be selected by it'],
    [{}, { status: 200 }, 'status: is the code of an error'],
    [{}, {}, 'a fault has one of'],
  ])('are refused where they make no sense: %j %j', async (selector, fault, message) => {
    await expect(server.faults.add(selector as object, fault as { status: number })).rejects.toThrow(message);
  });
});

describe('the recorder of a test server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => server.requests.clear());

  it('knows what was asked, by whom, with what body and answer', async () => {
    const body = { metadata: { name: 'a' }, data: { greeting: 'hello' } };
    await server.request('POST', `${MAPS}?fieldManager=test`, { body, headers: { 'user-agent': 'spec/1' } });
    await server.request('GET', '/api/v1/nodes', { as: 'jane' });
    await server.request('GET', '/api/v1/nodes', { token: 'wrong' });
    const [created, refused, unknown] = await server.requests.find();
    expect(created).toMatchObject({
      verb: 'create',
      group: '',
      version: 'v1',
      resource: 'configmaps',
      namespace: 'default',
      query: 'fieldManager=test',
      user: 'admin',
      userAgent: 'spec/1',
      code: 201,
      milliseconds: expect.any(Number),
    });
    expect(JSON.parse(created.body)).toEqual(body);
    expect(refused).toMatchObject({ verb: 'list', user: 'jane', code: 403 });
    expect(unknown).toMatchObject({ verb: 'list', user: '', code: 401 });
    expect(await server.requests.find({ user: 'jane' })).toHaveLength(1);
    expect(await server.requests.find({ verb: ['create', 'delete'], resource: 'configmaps' })).toHaveLength(1);
  });

  it('keeps the beginning of a large body', async () => {
    const body = { metadata: { name: 'large' }, data: { text: 'x'.repeat(500_000) } };
    expect((await server.request('POST', MAPS, { body })).status).toBe(201);
    const [{ body: kept }] = await server.requests.find({ verb: 'create' });
    expect(kept).toHaveLength(64 * 1024);
  });

  it('shows a watch that is open', async () => {
    const watch = await server.open('GET', `${MAPS}?watch=1`);
    const [record] = await server.requests.find({ verb: 'watch' });
    expect(record).toMatchObject({ verb: 'watch', code: 200, milliseconds: undefined });
    watch.destroy();
  });
});
