import { RawConnection } from '../support/raw-connection.js';
import { Http2Client } from '../support/http2-client.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';
import { MAPS, configMap } from './objects.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ serving: { minRequestTimeoutSeconds: 1 } });
  await server.client.post(MAPS, configMap('a', { data: { k: 'v' } }));
});

afterAll(() => server.close());

const FROM_NOW = `${MAPS}?watch=1&timeoutSeconds=1`;
const eventsIn = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);

/** The bytes of a body in chunks, joined; fails where it does not end as it should. */
function joinChunks(body: string): { text: string; chunks: number } {
  let [text, chunks, at] = ['', 0, 0];
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const size = parseInt(body.slice(at, end), 16);
    expect(size).toBeGreaterThanOrEqual(0);
    if (size === 0) return { text, chunks };
    text += body.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
    chunks++;
  }
}

describe('a watch of a collection', () => {
  it('is a stream in chunks over HTTP/1.1, each event when it happens [OP-03]', async () => {
    const connection = await RawConnection.open(server);
    connection.write(`GET ${FROM_NOW} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
    // Existing objects arrive while the stream is still open.
    await connection.until(/"name":"a"/);
    await server.client.post(MAPS, configMap('told'));
    await connection.until(/"name":"told"/);
    const [head, ...body] = (await connection.until(/\r\n0\r\n\r\n$/)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(head).toMatch(/\r\ntransfer-encoding: chunked/i);
    expect(head).toMatch(/\r\ncontent-type: application\/json/i);
    expect(head).not.toMatch(/\r\ncontent-length:/i);
    const { text, chunks } = joinChunks(body.join('\r\n\r\n'));
    const events = eventsIn(text);
    expect(chunks).toBeGreaterThan(1);
    expect(events.map(({ type, object }) => [type, object.metadata.name])).toContainEqual(['ADDED', 'told']);
    connection.drop();
    await server.client.delete(`${MAPS}/told`);
  });

  it.each(['1', 'true', 'True', 'anything'])('is asked for by watch=%s [OP-03]', async (value) => {
    const { text } = await server.client.get(`${MAPS}?watch=${value}&timeoutSeconds=1`);
    expect(eventsIn(text)[0].type).toBe('ADDED');
  });

  it.each(['0', 'false', 'False', 'FALSE'])('is a list with watch=%s [OP-03]', async (value) => {
    expect((await server.client.get(`${MAPS}?watch=${value}`)).body.kind).toBe('ConfigMapList');
  });

  it('is plain data over HTTP/2 [OP-03]', async () => {
    const client = await Http2Client.connect({ url: server.url, ca: server.certificateAuthority, token: ADMIN_TOKEN });
    const answer = await client.request('GET', FROM_NOW);
    expect([answer.status, answer.headers['transfer-encoding']]).toEqual([200, undefined]);
    expect(eventsIn(answer.text).map(({ object }) => object.metadata.name as string)).toContain('a');
    client.close();
  });

  it('of all namespaces, or behind the older path, is one too [OP-03]', async () => {
    for (const path of ['/api/v1/configmaps?watch=1', '/api/v1/watch/namespaces/default/configmaps?']) {
      const { status, text } = await server.client.get(`${path}&timeoutSeconds=1`);
      expect([path, status]).toEqual([path, 200]);
      expect(eventsIn(text).every(({ type, object }) => type === 'ADDED' && object.kind === 'ConfigMap')).toBe(true);
    }
  });
});

describe('the end of a watch', () => {
  /** Follows a watch to its end. */
  async function follow(query: string): Promise<{ events: Json[]; seconds: number; isComplete: boolean }> {
    const start = performance.now();
    const response = await server.client.open('GET', `${MAPS}?watch=1&${query}`);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { events: eventsIn(text), seconds: (performance.now() - start) / 1000, isComplete: response.complete };
  }

  it('is clean and without an event of its own, when the time asked for is over [WATCH-18]', async () => {
    const { events, seconds, isComplete } = await follow('timeoutSeconds=2');
    expect(isComplete).toBe(true);
    expect(events.map(({ type }) => type as string)).not.toEqual(expect.arrayContaining(['BOOKMARK']));
    expect(events.every(({ type }) => type === 'ADDED')).toBe(true);
    expect(seconds).toBeGreaterThanOrEqual(1.9);
  });

  it('has a bookmark of the newest version before it, where bookmarks are asked for [WATCH-18]', async () => {
    const followed = follow('timeoutSeconds=4&allowWatchBookmarks=true');
    const { body } = await server.client.post(MAPS, configMap('last'));
    const { events, seconds, isComplete } = await followed;
    expect([isComplete, events.at(-1)?.type]).toEqual([true, 'BOOKMARK']);
    const { kind, metadata } = events.at(-1)!.object as Json;
    expect(kind).toBe('ConfigMap');
    expect(Number(metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(body.metadata.resourceVersion));
    expect(seconds).toBeGreaterThanOrEqual(3.9);
    await server.client.delete(`${MAPS}/last`);
  });

  it('comes at a time between the least and twice that, where none is asked for [WATCH-18]', async () => {
    const { events, seconds, isComplete } = await follow('');
    expect([isComplete, events.some(({ type }) => type === 'ERROR')]).toEqual([true, false]);
    expect(seconds).toBeGreaterThanOrEqual(0.9);
  });
});
