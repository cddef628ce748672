import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { ConfigMap } from '../../plugins/core/index.js';
import { type Client, connect } from '../../src/client/index.js';
import { ClientCapturePlugin, capturedClients } from '../support/client-capture.plugin.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const PADDING = 'x'.repeat(40_000);
const WRITES = 700;

describe('a watch whose reader is slow', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [ClientCapturePlugin] });
  });

  afterAll(() => server.close());

  async function endedWatches(): Promise<number> {
    const { text } = await server.request('GET', '/metrics');
    const lines = text.split('\n').filter((line) => /^apiserver_request_total\{.*"configmaps".*"WATCH"/.test(line));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  it.each(['over HTTP', 'inside the server'])('is ended by the server, and reads everything, %s', async (way) => {
    const inside = capturedClients.at(-1)!;
    const certificates = { authority: server.certificateAuthority };
    const own = await connect({ url: server.url, token: ADMIN_TOKEN, certificates });
    const client = way === 'over HTTP' ? own : inside;
    const maps = inside.of(ConfigMap).namespace('default');
    await maps.create({ metadata: { name: 'busy' }, data: { count: '-1', PADDING } });
    const ending = new AbortController();
    const events = client
      .of(ConfigMap)
      .namespace('default')
      .watch({ fieldSelector: 'metadata.name=busy', signal: ending.signal });
    await events.next();
    await maps.patch('busy', { data: { count: 'a' } });
    // From here on the watch is open.
    await events.next();
    const before = await endedWatches();
    for (let count = 0; count < WRITES; count++) await maps.patch('busy', { data: { count: String(count) } });
    let last = '';
    for (let read = 0; last !== String(WRITES - 1) && read <= WRITES; read++) {
      const { value } = (await events.next()) as IteratorResult<{ object: ConfigMap }, undefined>;
      last = value?.object.data?.count ?? 'end';
    }
    expect(last).toBe(String(WRITES - 1));
    // Unread events are in the buffers of the watch alone: the server has ended it, since it was behind by 4 MiB.
    expect(await endedWatches()).toBeGreaterThan(before);
    ending.abort();
    await events.return(undefined);
    await maps.delete('busy');
    await own.close();
  });
});

describe('a client of a hostile server', () => {
  let hostile: Server;
  let client: Client;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    hostile = createServer((_, response) => answer(response));
    hostile.listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const { port } = hostile.address() as { port: number };
    client = await connect({
      url: `http://127.0.0.1:${port}`,
      token: 'top-secret',
      maxAnswerBytes: 100_000,
      timeout: 2_000,
    });
  });

  afterAll(async () => {
    await client.close();
    hostile.closeAllConnections();
    hostile.close();
  });

  const reading = (): Promise<object> => client.request({ method: 'GET', path: '/api/v1/nodes/a' });

  it('refuses responses that are too large', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(Buffer.alloc(60_000, 0x20)), 1);
      response.once('close', () => clearInterval(timer));
    };
    await expect(reading()).rejects.toMatchObject({ fault: 'too-large' });
  });

  it.each(['{"a":', '[]', '7', 'null', ''])('refuses the response %j', async (text) => {
    answer = (response) => response.end(text);
    await expect(reading()).rejects.toMatchObject({ fault: 'malformed' });
  });

  it('gives up what never ends', async () => {
    answer = (response) => void response.writeHead(200).write('{');
    await expect(reading()).rejects.toMatchObject({ fault: 'timeout' });
  });

  it.each(['__proto__', '\\u005f_proto__', '__pr\\u006fto__'])(
    'takes no prototype from the member %s',
    async (name) => {
      answer = (response) => response.end(`{"metadata":{"labels":{"${name}":{"polluted":true},"a":"b"}}}`);
      const read = (await reading()) as { metadata: { labels: Record<string, string> } };
      expect(Object.keys(read.metadata.labels)).toEqual(['a']);
      expect(Object.assign({}, read.metadata.labels)).not.toHaveProperty('polluted');
    },
  );

  it('shows no credentials in errors', async () => {
    for (const status of [401, 403, 500]) {
      answer = (response) => response.writeHead(status).end('no Status');
      const error = await reading().catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name: 'StatusError', code: status });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('top-secret');
    }
    answer = (response) => response.destroy();
    const error = (await reading().catch((thrown: Error) => thrown)) as Error;
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('top-secret');
  });

  it('follows no redirect, and comes again when it is asked to', async () => {
    answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await expect(reading()).rejects.toMatchObject({ code: 302 });
    let count = 0;
    answer = (response) => {
      if (++count < 2) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end('{"done":true}');
    };
    expect(await reading()).toEqual({ done: true });
    answer = (response) => response.writeHead(429, { 'retry-after': '9' }).end();
    await expect(reading()).rejects.toMatchObject({ code: 429 });
  });

  it('reads again when a connection broke, and writes nothing twice', async () => {
    let count = 0;
    answer = (response) => void (++count === 1 ? response.destroy() : response.end('{"done":true}'));
    expect(await reading()).toEqual({ done: true });
    count = 0;
    await expect(client.request({ method: 'POST', path: '/api/v1/nodes', body: {} })).rejects.toMatchObject({
      fault: 'reset',
    });
    expect(count).toBe(1);
  });

  it.each(['..', '.', '', 'a/b'])('sends no request for the name %j', async (name) => {
    answer = (response) => response.end('{"metadata":{}}');
    const maps = client.of(ConfigMap).namespace('default');
    expect(() => maps.get(name)).toThrow('cannot be a part of a path');
    await Promise.resolve();
  });
});
