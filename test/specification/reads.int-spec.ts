import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { MAPS, configMap, mapsIn, namespace } from './objects.js';

let server: TestServer;
let client: TestClient;
/** The versions of the objects of the namespace `reads`, in their order. */
const versions: string[] = [];

const READS = mapsIn('reads');
const LATER = '999999999';

beforeAll(async () => {
  server = await startTestServer({ serving: { requestTimeout: 4000 } });
  client = server.client;
  await client.post('/api/v1/namespaces', namespace('reads'));
  await until(async () => (await client.get(READS)).body.items.length > 0);
  for (let i = 0; i < 6; i++) {
    const made = await client.post(READS, configMap(`r${i}`, { metadata: { labels: { app: 'r' } } }));
    versions.push(made.body.metadata.resourceVersion as string);
  }
});

afterAll(() => server.close());

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate);
}

const list = (query: string): Promise<TestAnswer> => client.get(`${READS}?${query}`);
const mine = ({ items }: Json): string[] =>
  (items as Json[]).map(({ metadata }) => metadata.name as string).filter((name) => name.startsWith('r'));

/** Reads events until one is as it should be. */
async function eventsUntil(query: string, isLast: (event: Json) => boolean, path = READS): Promise<Json[]> {
  const watch = await client.watch(`${path}?${query}`);
  const events: Json[] = [];
  for (let event = await watch.next(); event; event = await watch.next()) {
    events.push(event);
    if (isLast(event)) break;
  }
  watch.stop();
  return events;
}

const ofType = (events: Json[], type: string): string[] =>
  events.filter((event) => event.type === type).map(({ object }) => object.metadata.name as string);

describe('get', () => {
  it.each(['', '?resourceVersion=0'])('answers the object for%s [GETRV-01, GETRV-02, OP-02]', async (query) => {
    expect((await client.get(`${READS}/r0${query}`)).body.metadata.name).toBe('r0');
  });

  it('answers a state that is not older than asked for [GETRV-03, PARAM-02]', async () => {
    const { metadata } = (await client.get(`${READS}/r0?resourceVersion=${versions[5]}`)).body;
    expect(metadata.name).toBe('r0');
    expect((await client.get(`${READS}/r0?resourceVersion=${LATER}`)).status).toBe(504);
  });
});

describe('list', () => {
  it.each([
    ['', 'LIST-01, OP-01'],
    ['resourceVersion=', 'LIST-01'],
    ['resourceVersion=0', 'LIST-01, LIST-13'],
    ['resourceVersionMatch=NotOlderThan&resourceVersion=0', 'LIST-11'],
    ['resourceVersionMatch=NotOlderThan&resourceVersion=0&limit=50', 'LIST-12'],
    ['limit=50', 'LIST-02'],
    ['resourceVersion=0&limit=50', 'LIST-02'],
  ])('with "%s" shows what is there [%s]', async (query) => {
    expect(mine((await list(query)).body)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });

  const notOlder = [
    ['', 'LIST-01'],
    ['&resourceVersionMatch=NotOlderThan', 'LIST-11'],
    ['&resourceVersionMatch=NotOlderThan&limit=50', 'LIST-12'],
  ];

  it('shows every write that was answered before [LIST-14, CAP-02]', async () => {
    for (let i = 0; i < 20; i++) {
      await client.patch(`${READS}/r0`, 'merge-patch', { data: { i: `${i}` } });
      const r0 = ((await list('')).body.items as Json[]).find(({ metadata }) => metadata.name === 'r0')!;
      expect(r0.data).toEqual({ i: `${i}` });
    }
  });

  it.each(notOlder)('shows older items in a state that is not older, with%s [LIST-15, %s]', async (query) => {
    const { body } = await list(`resourceVersion=${versions[5]}${query}`);
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(versions[5]));
    expect(mine(body)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });

  it.each([
    ['resourceVersionMatch=Exact', 'LIST-08, LIST-16'],
    ['resourceVersionMatch=Exact&limit=50', 'LIST-09, LIST-16'],
    ['limit=50', 'LIST-02'],
  ])('shows exactly a version with %s [%s]', async (query) => {
    const { body } = await list(`${query}&resourceVersion=${versions[2]}`);
    expect([mine(body), body.metadata.resourceVersion]).toEqual([['r0', 'r1', 'r2'], versions[2]]);
  });

  it.each([
    ['resourceVersionMatch=Exact', 'LIST-06, PARAM-04'],
    ['resourceVersionMatch=Exact&resourceVersion=0', 'LIST-07'],
    ['resourceVersionMatch=Exact&limit=2', 'LIST-09, PARAM-04'],
    ['resourceVersionMatch=Exact&resourceVersion=0&limit=2', 'LIST-09'],
    ['resourceVersionMatch=NotOlderThan', 'LIST-10, PARAM-04'],
    ['resourceVersionMatch=NotOlderThan&limit=2', 'LIST-12'],
    ['resourceVersionMatch=Newest&resourceVersion=1', 'PARAM-03'],
  ])('refuses %s [%s]', async (query) => {
    expect((await list(query)).status).toBeGreaterThanOrEqual(400);
    expect((await list(query)).status).toBeLessThan(500);
  });

  it('has no more items than asked for [PARAM-10]', async () => {
    expect((await list('limit=2')).body.items).toHaveLength(2);
  });

  it.each([
    ['', 'LIST-03, CHUNK-04, CAP-03'],
    ['&resourceVersion=0', 'LIST-04, CHUNK-04, CAP-03'],
  ])('continues with a token at the version it began, with "%s" [%s]', async (version) => {
    const first = (await list('limit=2&labelSelector=app%3Dr')).body;
    const added = await client.post(READS, configMap('r9', { metadata: { labels: { app: 'r' } } }));
    expect(added.status).toBe(201);
    const token = encodeURIComponent(first.metadata.continue as string);
    const { body } = await list(`limit=50&labelSelector=app%3Dr&continue=${token}${version}`);
    expect([mine(body), body.metadata.resourceVersion]).toEqual([
      ['r2', 'r3', 'r4', 'r5'],
      first.metadata.resourceVersion,
    ]);
    await client.delete(`${READS}/r9`);
  });

  it('continues with objects that were deleted since the first chunk [LIST-19]', async () => {
    await client.post(READS, configMap('r8'));
    const first = (await list('limit=2')).body;
    await client.delete(`${READS}/r8`);
    const token = encodeURIComponent(first.metadata.continue as string);
    expect(mine((await list(`limit=50&continue=${token}`)).body)).toContain('r8');
  });

  it('refuses a token together with a version [LIST-05, ERR-02]', async () => {
    const token = encodeURIComponent((await list('limit=2')).body.metadata.continue as string);
    expect((await list(`limit=2&continue=${token}&resourceVersion=${versions[1]}`)).status).toBe(400);
  });

  it('refuses a token together with a match [PARAM-07]', async () => {
    const token = encodeURIComponent((await list('limit=2')).body.metadata.continue as string);
    const matched = await list(`limit=2&continue=${token}&resourceVersion=${versions[1]}&resourceVersionMatch=Exact`);
    expect(matched.status).toBe(422);
  });

  it('takes its tokens alone [PARAM-11]', async () => {
    const token = encodeURIComponent((await list('limit=2')).body.metadata.continue as string);
    expect((await list(`limit=2&continue=${token}`)).status).toBe(200);
    expect((await list('continue=nonsense')).status).toBe(400);
  });

  it('takes the selectors of every chunk from its request [CHUNK-07, PARAM-23]', async () => {
    const first = (await list('limit=2&labelSelector=app%3Dr')).body;
    const token = encodeURIComponent(first.metadata.continue as string);
    const { items } = (await list(`limit=50&continue=${token}&labelSelector=app%3Dnone`)).body;
    expect(items).toEqual([]);
    expect(mine((await list('fieldSelector=metadata.name%3Dr1')).body)).toEqual(['r1']);
  });

  it.each([
    ['', 'LIST-01, ERR-13, ERR-14'],
    ['&resourceVersionMatch=Exact', 'LIST-18, ERR-13, ERR-14'],
    ['&resourceVersionMatch=NotOlderThan', 'LIST-11, ERR-13, ERR-15'],
  ])('answers 504 for a version that is yet to come, with "%s" [%s]', async (match) => {
    const answer = await list(`resourceVersion=${LATER}${match}`);
    expect(answer.status).toBe(504);
    expect(answer.body.message).toContain('Too large resource version');
    expect(answer.body.details).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('answers 410 for a version that is gone [LIST-17, ERR-11]', async () => {
    const answer = await list('resourceVersion=1&resourceVersionMatch=Exact');
    expect([answer.status, answer.body.reason]).toEqual([410, 'Expired']);
  });
});

describe('watch', () => {
  const isLast = ({ object }: Json): boolean => object.metadata.name === 'r5';

  it.each(['', 'resourceVersion=0'])(
    'from "%s" begins with what is there [WRV-01, WRV-02, WATCH-02]',
    async (query) => {
      expect(ofType(await eventsUntil(query, isLast), 'ADDED')).toEqual(expect.arrayContaining(['r0', 'r5']));
    },
  );

  it('from a version goes on from there, and misses nothing [WRV-03, WATCH-09, WATCH-13]', async () => {
    const events = await eventsUntil(`resourceVersion=${versions[2]}`, isLast);
    expect(ofType(events, 'ADDED')).toEqual(['r3', 'r4', 'r5']);
  });

  /** Creates, changes and deletes an object; returns it as it was changed, and the events of that. */
  async function lifeOf(name: string): Promise<{ changed: Json; events: Json[] }> {
    const start = (await list('')).body.metadata.resourceVersion as string;
    await client.post(READS, configMap(name));
    const changed = (await client.patch(`${READS}/${name}`, 'merge-patch', { data: { a: '1' } })).body;
    await client.delete(`${READS}/${name}`);
    return { changed, events: await eventsUntil(`resourceVersion=${start}`, ({ type }) => type === 'DELETED') };
  }

  it('reports every change [WATCH-01, WATCH-03, WATCH-10]', async () => {
    const { changed, events } = await lifeOf('seen');
    expect(events.map(({ type }) => type as string)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect(events[1].object).toEqual(changed);
  });

  it('reports events with a type and an object of the kind [WEVT-01, WEVT-02]', async () => {
    const { events } = await lifeOf('whole');
    expect(events.map((event) => Object.keys(event).sort())).toEqual(events.map(() => ['object', 'type']));
    expect(events.every(({ object }) => object.kind === 'ConfigMap' && object.apiVersion === 'v1')).toBe(true);
  });

  it('of one object reports that alone [OP-04]', async () => {
    const events = await eventsUntil('resourceVersion=0&timeoutSeconds=1', () => false, `${READS}/r3`);
    expect(ofType(events, 'ADDED')).toEqual(['r3']);
  });

  it('with selectors reports objects that enter and leave the selection [WATCH-17]', async () => {
    const start = (await list('')).body.metadata.resourceVersion as string;
    await client.post(READS, configMap('shown', { metadata: { labels: { show: '1' } } }));
    await client.patch(`${READS}/shown`, 'merge-patch', { metadata: { labels: { show: null } } });
    const query = `resourceVersion=${start}&labelSelector=show`;
    const events = await eventsUntil(query, ({ type }) => type === 'DELETED');
    expect(events.map(({ type }) => type as string)).toEqual(['ADDED', 'DELETED']);
    await client.delete(`${READS}/shown`);
  });

  const isBookmark = ({ type }: Json): boolean => type === 'BOOKMARK';
  const BOOKMARKS = 'resourceVersion=0&timeoutSeconds=3&allowWatchBookmarks=';

  it('has bookmarks, which carry a version alone [WEVT-03]', async () => {
    const { object } = (await eventsUntil(`${BOOKMARKS}true`, isBookmark)).at(-1)!;
    expect(object).toMatchObject({
      kind: 'ConfigMap',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) as string },
    });
    expect(object.metadata).not.toHaveProperty('name');
  });

  it('has bookmarks before it times out, for those who ask [WATCH-04, WATCH-12, PARAM-08]', async () => {
    expect((await eventsUntil(`${BOOKMARKS}true`, isBookmark)).some(isBookmark)).toBe(true);
    expect((await eventsUntil(`${BOOKMARKS}false`, isBookmark)).some(isBookmark)).toBe(false);
  });

  it('has bookmarks of which nothing before was left out, and nothing after is lost [WATCH-05]', async () => {
    const start = (await list('')).body.metadata.resourceVersion as string;
    const watch = await client.watch(`${READS}?resourceVersion=${start}&timeoutSeconds=3&allowWatchBookmarks=true`);
    const last = await client.post(READS, configMap('before-bookmark'));
    const seen: string[] = [];
    let event = await watch.next();
    for (; event && !isBookmark(event); event = await watch.next()) seen.push(event.object.metadata.name as string);
    watch.stop();
    const version = event?.object.metadata.resourceVersion as string;
    expect(seen).toContain('before-bookmark');
    expect(Number(version)).toBeGreaterThanOrEqual(Number(last.body.metadata.resourceVersion));
    await client.post(READS, configMap('after-bookmark'));
    const isAfter = ({ object }: Json): boolean => object.metadata.name === 'after-bookmark';
    const resumed = await eventsUntil(`resourceVersion=${version}&timeoutSeconds=2`, isAfter);
    expect(ofType(resumed, 'ADDED')).toEqual(['after-bookmark']);
    for (const name of ['before-bookmark', 'after-bookmark']) await client.delete(`${READS}/${name}`);
  });

  const INITIAL = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

  it('streams the state first where that is asked for [WLIST-01, WLIST-02]', async () => {
    const events = await eventsUntil(INITIAL, isBookmark);
    const expected = ((await list('')).body.items as Json[]).map(({ metadata }) => metadata.name as string);
    expect(ofType(events, 'ADDED').sort()).toEqual(expected.sort());
  });

  it('ends the state with a bookmark that is marked [WLIST-03, WATCH-06]', async () => {
    const { object } = (await eventsUntil(INITIAL, ({ type }) => type !== 'ADDED')).at(-1)!;
    expect(object.metadata.annotations).toMatchObject({ 'k8s.io/initial-events-end': 'true' });
  });

  it('streams changes after the state [WLIST-04]', async () => {
    const watch = await client.watch(`${READS}?${INITIAL}`);
    for (let event = await watch.next(); event?.type === 'ADDED'; event = await watch.next());
    await client.post(READS, configMap('after'));
    expect(await watch.names(1)).toEqual(['ADDED after']);
    watch.stop();
    await client.delete(`${READS}/after`);
  });

  it('streams a state that has every earlier write without a version [WLIST-05]', async () => {
    const written = (await client.patch(`${READS}/r1`, 'merge-patch', { data: { a: '1' } })).body;
    const { object } = (await eventsUntil(INITIAL, isBookmark)).at(-1)!;
    expect(Number(object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(written.metadata.resourceVersion));
  });

  it('streams a state that is not older than a version [WLIST-06]', async () => {
    const query = `sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=${versions[4]}`;
    const { object } = (await eventsUntil(query, ({ type }) => type === 'BOOKMARK')).at(-1)!;
    expect(Number(object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(versions[4]));
  });

  it('has no state first where that is refused [WLIST-07]', async () => {
    const query = 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0&timeoutSeconds=1';
    expect(ofType(await eventsUntil(query, () => false), 'ADDED')).toEqual([]);
  });

  it.each([
    ['sendInitialEvents=true', 'PARAM-05'],
    ['sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1', 'PARAM-09'],
    ['resourceVersionMatch=NotOlderThan&resourceVersion=1', 'PARAM-06'],
  ])('refuses %s [%s]', async (query) => {
    expect((await list(`watch=1&${query}`)).status).toBe(422);
  });

  it.each([
    [READS, 'WATCH-11, WATCH-14, ERR-09'],
    ['/api/v1/configmaps', 'ERR-12'],
  ])('reports at %s with an ERROR of 410 that its history is gone [%s]', async (path) => {
    const [event] = await eventsUntil('resourceVersion=1', () => true, path);
    expect([event.type, event.object.code, event.object.reason]).toEqual(['ERROR', 410, 'Expired']);
  });

  it('of a version yet to come waits, and ends when its time is up [WATCH-16, ERR-16, PARAM-25]', async () => {
    expect(await eventsUntil(`resourceVersion=${LATER}&timeoutSeconds=1`, () => true, MAPS)).toEqual([]);
  });
});
