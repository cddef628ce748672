import { once } from 'node:events';
import { WebSocket } from 'ws';
import { thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import { StorageError } from '../../storage/index.js';

const WATCH = '/apis/test.example.com/v1/watch/namespaces/n/things';
const META = 'g=meta.k8s.io;v=v1';
const TABLE = `application/json;as=Table;${META}`;
const INITIAL = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

let things: ThingEndpoint;

beforeEach(async () => {
  things = await openThingEndpoint();
  for (const name of ['a', 'b']) await things.send('POST', THINGS, { body: thing(name) });
});

afterEach(() => things.close());

const get = (path: string, accept = 'application/json'): Promise<TestAnswer> =>
  things.send('GET', path, { headers: { accept } });

/** The first events of a watch; it is left then. */
async function eventsOf(path: string, count: number, accept = 'application/json'): Promise<Json[]> {
  const response = await things.open('GET', path, { headers: { accept } });
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.split('\n').length > count) break;
  }
  response.destroy();
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Json);
}

const namesOf = (events: Json[]): string[] => events.map(({ type, object }) => `${type} ${object.metadata.name}`);

describe('watchObjects()', () => {
  it('streams what is there, and then what changes', async () => {
    const response = await things.open('GET', `${THINGS}?watch=1`);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json']);
    response.destroy();
    const watching = eventsOf(`${THINGS}?watch=1`, 3);
    await things.send('POST', THINGS, { body: thing('c') });
    expect(namesOf(await watching)).toEqual(['ADDED a', 'ADDED b', 'ADDED c']);
  });

  it('streams the changes of one object at its own path', async () => {
    const watching = eventsOf(`${WATCH}/b`, 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await things.send('DELETE', `${THINGS}/a`);
    await things.send('DELETE', `${THINGS}/b`);
    expect(namesOf(await watching)).toEqual(['ADDED b', 'DELETED b']);
    await things.send('POST', THINGS, { body: thing('b') });
    expect(namesOf(await eventsOf(`${WATCH}/b?fieldSelector=metadata.name=b`, 1))).toEqual(['ADDED b']);
  });

  it.each(['metadata.name=a', 'metadata.name!=b', 'metadata.namespace=n'])(
    'refuses another selector there: %s',
    async (selector) => {
      const { status, body } = await get(`${WATCH}/b?fieldSelector=${selector}`);
      const why = "fieldSelector metadata.name doesn't match requested name";
      expect([status, body.message]).toEqual([400, why]);
    },
  );

  it.each([
    ['fieldSelector=spec.odd=1', 400, 'is not a known field selector'],
    ['resourceVersion=x', 400, 'resourceVersion: Invalid value: "x"'],
    ['sendInitialEvents=true', 422, 'sendInitialEvents requires setting resourceVersionMatch'],
    ['resourceVersionMatch=Exact', 422, 'resourceVersionMatch is forbidden for watch unless'],
  ])('refuses %s', async (query, code, message) => {
    const { status, body } = await get(`${THINGS}?watch=1&${query}`);
    expect([status, body.message]).toEqual([code, expect.stringContaining(message)]);
  });

  it('refuses formats that cannot be streamed, and names those that can', async () => {
    const { status, text } = await get(`${THINGS}?watch=1`, 'application/yaml');
    expect(status).toBe(406);
    expect(text).toContain('application/json;stream=watch');
    expect(text).not.toContain('application/yaml');
  });

  it('shows tables, unless the end of the initial objects is to be marked', async () => {
    const [event] = await eventsOf(`${THINGS}?watch=1`, 1, TABLE);
    expect(event).toMatchObject({ type: 'ADDED', object: { kind: 'Table' } });
    expect((await get(`${THINGS}?watch=1&${INITIAL}`, TABLE)).status).toBe(406);
    const events = await eventsOf(`${THINGS}?watch=1&${INITIAL}`, 3);
    expect(events.map(({ type }) => type as string)).toEqual(['ADDED', 'ADDED', 'BOOKMARK']);
    const without = INITIAL.replace('&allowWatchBookmarks=true', '');
    expect((await eventsOf(`${THINGS}?watch=1&${without}`, 1, TABLE))[0].object.kind).toBe('Table');
    const unmarked = 'allowWatchBookmarks=true&resourceVersion=1';
    expect((await eventsOf(`${THINGS}?watch=1&${unmarked}`, 1, TABLE))[0].object.kind).toBe('Table');
  });

  it('refuses unknown rows of tables before it begins', async () => {
    expect((await get(`${THINGS}?watch=1&includeObject=Other`, TABLE)).status).toBe(400);
  });

  it('watches all namespaces, and kinds of the cluster', async () => {
    await things.send('POST', '/apis/test.example.com/v1/namespaces/m/things', { body: thing('c') });
    const across = '/apis/test.example.com/v1/things?watch=1';
    expect(namesOf(await eventsOf(across, 3))).toEqual(['ADDED c', 'ADDED a', 'ADDED b']);
    expect(namesOf(await eventsOf('/apis/test.example.com/v1/namespaces/m/things?watch=1', 1))).toEqual(['ADDED c']);
  });

  it('shows only what a filter of the user allows', async () => {
    await things.close();
    const objectFilter = { allows: ({ name }: { name: string }) => name === 'b' };
    things = await openThingEndpoint({ prepare: (context) => void (context.objectFilter = objectFilter) });
    for (const name of ['a', 'b']) await things.send('POST', THINGS, { body: thing(name) });
    expect(namesOf(await eventsOf(`${THINGS}?watch=1`, 1))).toEqual(['ADDED b']);
  });
});

describe('serveWatch()', () => {
  it('ends at once where its time is up before it begins', async () => {
    expect((await get(`${THINGS}?watch=1&timeoutSeconds=-1&resourceVersion=1`)).text).toBe('');
    const { status, body, headers } = await get(`${THINGS}?watch=1&timeoutSeconds=-1`);
    expect([status, headers['content-type'], body]).toMatchObject([
      200,
      'application/json',
      { type: 'ERROR', object: { code: 500, message: 'context deadline exceeded', reason: 'InternalError' } },
    ]);
  });

  it.each([['timeoutSeconds=1&resourceVersion=1', ['ADDED a', 'ADDED b']]])(
    'ends when its time is up: %s',
    async (query, names) => {
      const { text } = await get(`${THINGS}?watch=1&${query}`);
      expect(
        namesOf(
          text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Json),
        ),
      ).toEqual(names);
    },
  );

  it('begins with an error where its version does not come', async () => {
    const { cache } = things.store;
    const asked: unknown[] = [];
    cache.waitUntil = (revision) => (
      asked.push(revision),
      Promise.reject(new StorageError('TooLargeRevision', 'late'))
    );
    const { status, body } = await get(`${THINGS}?watch=1&${INITIAL}&resourceVersion=99`);
    expect([status, asked, body]).toMatchObject([
      200,
      [99],
      { type: 'ERROR', object: { reason: 'Timeout', code: 504 } },
    ]);
    expect(body.object.message).toContain('Too large resource version: 99');
  });

  it('is refused where anything else fails before it begins', async () => {
    const { cache } = things.store;
    cache.waitUntil = () => Promise.reject(new StorageError('Unreachable', 'gone'));
    expect((await get(`${THINGS}?watch=1&${INITIAL}&resourceVersion=99`)).status).toBeGreaterThanOrEqual(500);
    cache.waitUntilFresh = () => Promise.reject(new StorageError('Unreachable', 'gone'));
    expect((await get(`${THINGS}?watch=1`)).status).toBeGreaterThanOrEqual(500);
  });

  it('waits for the newest state where no version is named, and for any state otherwise', async () => {
    const { cache } = things.store;
    const first: string[] = [];
    let asked: string[] = [];
    const { waitUntilFresh, ready, waitUntil } = cache;
    cache.waitUntil = (...until) => (asked.push('a version'), waitUntil.apply(cache, until));
    cache.waitUntilFresh = () => (asked.push('newest'), waitUntilFresh.call(cache));
    cache.ready = () => (asked.push('any'), ready.call(cache));
    for (const query of ['', '&resourceVersion=0', '&resourceVersion=1']) {
      asked = [];
      await eventsOf(`${THINGS}?watch=1${query}`, 1);
      first.push(asked[0]);
    }
    expect(first).toEqual(['newest', 'any', 'any']);
  });
});

describe('a watch over a WebSocket', () => {
  let sockets: WebSocket[];

  beforeEach(() => (sockets = []));
  afterEach(() => sockets.forEach((socket) => socket.terminate()));

  function connect(query = '', protocols: string[] = [], accept = 'application/json'): WebSocket {
    const url = `ws://${things.address}${THINGS}?watch=1${query}`;
    const socket = new WebSocket(url, protocols, { headers: { accept } });
    sockets.push(socket);
    return socket;
  }

  it('sends one message for each event, and ends in order', async () => {
    const socket = connect('&timeoutSeconds=1');
    const messages: string[] = [];
    socket.on('message', (bytes: Buffer, isBinary) => {
      const { type, object } = JSON.parse(bytes.toString()) as Json;
      messages.push(`${type} ${object.metadata.name} ${isBinary}`);
    });
    const [code] = (await once(socket, 'close')) as [number];
    expect([messages, code]).toEqual([['ADDED a false', 'ADDED b false'], 1000]);
  });

  it('sends bytes in binary formats', async () => {
    const socket = connect('', [], 'application/vnd.kubernetes.protobuf');
    const [, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
    expect(isBinary).toBe(true);
  });

  it('takes one subprotocol at most', async () => {
    const socket = connect('', ['v4.channel.k8s.io']);
    await once(socket, 'open');
    expect(socket.protocol).toBe('v4.channel.k8s.io');
    const [error] = (await once(connect('', ['a', 'b']), 'error')) as [Error];
    expect(error.message).toContain('400');
  });
});
