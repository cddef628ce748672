import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { eventually } from '../support/eventually.js';
import { NARROWED_USER, NarrowingPlugin, followers, see } from '../support/narrowing.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestClient } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

let server: TestServer;
let pilot: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [NarrowingPlugin],
    tokens: [`pilot-token,${NARROWED_USER},2,"crews"`],
    authorization: { decisionTrace: true },
  });
  await server.ready;
  pilot = server.connect('pilot-token');
  for (const name of NAMES) {
    await server.client.post(MAPS, { metadata: { name, labels: { deck: name < 'd' ? 'upper' : 'lower' } } });
  }
});

beforeEach(() => see(({ name }) => ['b', 'd', 'e'].includes(name)));

afterAll(() => server.close());

const namesIn = ({ body }: Json): string[] => (body.items as Json[]).map(({ metadata }) => metadata.name as string);

describe('a list that an authorizer narrows', () => {
  it.each([[MAPS], ['/api/v1/configmaps'], [`${MAPS}?resourceVersion=0`], [`${MAPS}?limit=500`]])(
    'has what its user may see only: %s',
    async (path) => {
      expect(namesIn(await pilot.get(path)).filter((name) => NAMES.includes(name))).toEqual(['b', 'd', 'e']);
      expect(namesIn(await server.client.get(path))).toEqual(expect.arrayContaining(NAMES));
      expect(namesIn(await pilot.get(path)).filter((name) => NAMES.includes(name))).toEqual(['b', 'd', 'e']);
    },
  );

  it('is cut into pages like one with selectors, and may have these, too', async () => {
    const first = (await pilot.get(`${MAPS}?limit=2`)).body;
    expect([namesIn({ body: first }), first.metadata.remainingItemCount]).toEqual([['b', 'd'], undefined]);
    const rest = await pilot.get(`${MAPS}?limit=2&continue=${first.metadata.continue as string}`);
    expect(namesIn(rest)).toEqual(['e']);
    expect(namesIn(await pilot.get(`${MAPS}?labelSelector=deck%3Dupper`))).toEqual(['b']);
    expect(namesIn(await pilot.get(`${MAPS}?fieldSelector=metadata.name%3Da`))).toEqual([]);
  });

  it.each([
    ['application/json;as=Table;v=v1;g=meta.k8s.io', ['b', 'd', 'e']],
    ['application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', ['b', 'd', 'e']],
  ])('is so as %s', async (accept, names) => {
    const { body } = await pilot.request('GET', MAPS, { headers: { accept } });
    const items = (body.rows as Json[] | undefined)?.map(({ object }) => object as Json) ?? (body.items as Json[]);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it('knows namespaces and labels of objects', async () => {
    see(({ namespace, labels }) => namespace === 'default' && labels.deck === 'lower');
    expect(namesIn(await pilot.get('/api/v1/configmaps'))).toEqual(['d', 'e', 'f']);
    see(({ namespace, name }) => namespace === '' && name === 'default');
    expect(namesIn(await pilot.get('/api/v1/namespaces'))).toEqual(['default']);
  });

  it('is narrowed for those who act as its user, whatever of the decision is shown', async () => {
    const headers = { 'impersonate-user': NARROWED_USER };
    const answer = await server.request('GET', MAPS, { headers });
    expect(namesIn(answer)).toEqual(['b', 'd', 'e']);
    expect(answer.headers['binnacle-decision-steps']).toContain('"name":"NarrowingAuthorizer"');
  });

  it('fails where nobody can say what its user may see', async () => {
    expect((await pilot.get('/api/v1/endpoints')).status).toBe(500);
    see(() => {
      throw new Error('out of order');
    });
    expect((await pilot.get(MAPS)).status).toBe(500);
  });

  it('is not asked of a server that sees other objects', async () => {
    const extension = await FakeExtensionServer.start();
    await extension.addService(server);
    await extension.register(server, 'far.example.com');
    extension.answerJson({ items: [] });
    const { status, body } = await pilot.get('/apis/far.example.com/v1/gears');
    expect([status, body.message]).toEqual([
      403,
      expect.stringContaining('the objects of an extension server cannot be filtered'),
    ]);
    expect((await server.client.get('/apis/far.example.com/v1/gears')).status).toBe(200);
    await extension.close();
  });
});

describe('a watch that an authorizer narrows', () => {
  it('has the objects its user may see, and their changes', async () => {
    const watch = await pilot.watch(`${MAPS}?resourceVersion=0`);
    expect(await watch.names(3)).toEqual(['ADDED b', 'ADDED d', 'ADDED e']);
    for (const name of ['a', 'b']) {
      await server.client.patch(`${MAPS}/${name}`, 'merge-patch', { data: { at: String(Date.now()) } });
    }
    expect(await watch.names(1)).toEqual(['MODIFIED b']);
    watch.stop();
  });

  it('ends when its user may see other objects, so that the client lists again', async () => {
    const watch = await pilot.watch(`${MAPS}?resourceVersion=0`);
    await watch.names(3);
    see(({ name }) => name === 'a');
    const event = await watch.next();
    expect([event?.type, event?.object]).toEqual([
      'ERROR',
      expect.objectContaining({ code: 410, reason: 'Expired', message: expect.stringContaining('may see') as string }),
    ]);
    expect(await watch.next()).toBeUndefined();
    await eventually(async () => expect(followers()).toBe(0));
  });

  it('ends with an error where access cannot be decided', async () => {
    const watch = await pilot.watch(`${MAPS}?resourceVersion=0`);
    await watch.names(3);
    let isBroken = true;
    see(({ name }) => {
      if (isBroken) throw new Error('out of order');
      return name === 'a';
    });
    await watch.next();
    const broken = await pilot.watch(`${MAPS}?resourceVersion=0`);
    const event = await broken.next();
    expect([event?.type, (event?.object as Json).code]).toEqual(['ERROR', 500]);
    isBroken = false;
    expect((await server.client.get(`${MAPS}/a`)).status).toBe(200);
  });
});

describe('the deletion of a collection that an authorizer narrows', () => {
  it('leaves alone what its user does not see', async () => {
    see(({ name }) => ['e', 'f'].includes(name));
    expect(namesIn(await pilot.delete(MAPS))).toEqual(['e', 'f']);
    const left = namesIn(await server.client.get(MAPS)).filter((name) => NAMES.includes(name));
    expect(left).toEqual(['a', 'b', 'c', 'd']);
  });
});
