import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer, text } from 'node:stream/consumers';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import type { OutboundClient } from '../outbound-client.js';

const GET = { method: 'GET', timeout: 60_000 } as const;
const POST = { method: 'POST', timeout: 60_000, body: '{}' } as const;
const MEBIBYTE = 1024 * 1024;

let origin: Http2Origin;
const clients: OutboundClient[] = [];

function client(parts: Parameters<Http2Origin['client']>[0] = {}): OutboundClient {
  const made = origin.client(parts);
  clients.push(made);
  return made;
}

const watch = (path: string, signal: AbortSignal) => ({ ...GET, path, signal, silence: 60_000 });
const tellVersion: RequestListener = (request, response) => void response.end(`HTTP/${request.httpVersion}`);
const sent = async (of: OutboundClient, request: Parameters<OutboundClient['send']>[0]): Promise<string> =>
  (await of.send(request)).body.toString();

afterEach(async () => {
  for (const stream of origin.streams) stream.destroy();
  await Promise.all(clients.splice(0).map((each) => each.close()));
  await origin.close();
});

describe('the version of HTTP', () => {
  it('is 2 where the server takes it, on one connection for calls and streams', async () => {
    origin = await Http2Origin.start({ allowHTTP1: true });
    const ending = new AbortController();
    const one = client();
    const bodies = await Promise.all([sent(one, { ...GET, path: 'a' }), sent(one, { ...POST, path: 'b' })]);
    const { body } = await one.stream(watch('c', ending.signal));
    expect([...bodies, await text(body)]).toEqual(['GET /a', 'POST /b', 'GET /c']);
    expect([origin.sockets.length, origin.streams.length]).toEqual([1, 3]);
  });

  it('is 1.1, on the connection that showed it, where that is all', async () => {
    origin = await Http2Origin.start({ http1: tellVersion });
    const one = client();
    expect(await sent(one, GET)).toBe('HTTP/1.1');
    expect(origin.sockets).toHaveLength(1);
    expect(await sent(one, POST)).toBe('HTTP/1.1');
  });

  it('is 1.1 where it is asked for, though the server takes 2', async () => {
    origin = await Http2Origin.start({ allowHTTP1: true });
    origin.serveHttp1(tellVersion);
    expect(await sent(client({ httpVersion: 1 }), GET)).toBe('HTTP/1.1');
    expect([origin.sockets.length, origin.sessions.length]).toEqual([1, 0]);
  });

  it('is no other where 2 is asked for', async () => {
    origin = await Http2Origin.start({ http1: tellVersion });
    await expect(client({ httpVersion: 2 }).send(GET)).rejects.toThrow();
    const plain = client({ httpVersion: 2, server: 'http://127.0.0.1:1' });
    await expect(plain.send(GET)).rejects.toThrow('HTTP/2 needs https');
  });
});

describe('HTTP/2 through a proxy', () => {
  it('goes through a tunnel, with the credentials of its URL', async () => {
    origin = await Http2Origin.start();
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      const onward = connect(origin.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const each of [onward, socket]) each.on('error', () => {});
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const proxyUrl = `http://u:p@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect(await sent(client({ proxyUrl }), { ...GET, path: 'x' })).toBe('GET /x');
    expect(asked).toEqual([`${new URL(origin.url).host} Basic ${Buffer.from('u:p').toString('base64')}`]);
    proxy.close();
  });
});

describe('HTTP/2 bodies', () => {
  const large = Buffer.alloc(5 * MEBIBYTE, 'binnacle');
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('pass whole in both directions when they are larger than a window', async () => {
    origin = await Http2Origin.start();
    origin.answer = async (stream) => {
      stream.respond({ ':status': 200, received: digest(await buffer(stream)) });
      stream.end(large);
    };
    const answer = await client().send({ ...POST, body: large.toString() });
    expect([answer.headers.received, digest(answer.body)]).toEqual([digest(large), digest(large)]);
  });

  it('fail when they are larger than the limit', async () => {
    origin = await Http2Origin.start();
    origin.answer = (stream) => {
      stream.respond({ ':status': 200 });
      for (let part = 0; part < 4; part++) stream.write(large);
    };
    await expect(client().send(GET)).rejects.toMatchObject({ fault: 'too-large' });
    await eventually(async () => expect(origin.streams[0].rstCode).toBe(8));
  });

  it('that nobody reads do not hold up others, and are held up themselves', async () => {
    origin = await Http2Origin.start({ maxSessionMemory: 1024 });
    origin.answer = (stream, headers) => {
      stream.respond({ ':status': 200 });
      if (headers[':path'] === '/idle') for (let part = 0; part < 8; part++) stream.write(large);
      else stream.end(large);
    };
    const one = client();
    const opened = Array.from({ length: 20 }, () => one.stream(watch('idle', new AbortController().signal)));
    const idle = await Promise.all(opened);
    expect((await one.send(GET)).body).toHaveLength(large.length);
    await delay(500);
    const unread = origin.streams.slice(0, idle.length).map(({ writableLength }) => writableLength);
    expect(Math.min(...unread)).toBeGreaterThan(8 * large.length - 2 * MEBIBYTE);
    for (const { body } of idle) body.on('error', () => {}).destroy();
  });
});

describe('an HTTP/2 connection', () => {
  it('has no more requests at a time than the server takes; others are on further ones, or wait', async () => {
    origin = await Http2Origin.start({ settings: { maxConcurrentStreams: 2 } });
    const one = client({ maxConnections: 2 });
    await one.send(GET);
    origin.answer = () => {};
    const calls = Array.from({ length: 7 }, (_, index) => sent(one, { ...GET, path: String(index) }));
    await eventually(async () => expect(origin.streams).toHaveLength(1 + 4));
    expect(origin.sockets).toHaveLength(2);
    for (let answered = 1; answered <= 7; answered++) {
      await eventually(async () => expect(origin.streams.length).toBeGreaterThan(answered));
      origin.streams[answered].respond({ ':status': 200 });
      origin.streams[answered].end('done');
    }
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 7 }, () => 'done'));
    expect(origin.sockets).toHaveLength(2);
  });

  it('outlives a stream that is given up, which the server sees', async () => {
    origin = await Http2Origin.start();
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    const one = client();
    const [kept, ended] = [new AbortController(), new AbortController()];
    (await one.stream(watch('kept', kept.signal))).body.on('error', () => {});
    const { body } = await one.stream(watch('given-up', ended.signal));
    const failed = once(body, 'error');
    ended.abort();
    expect(await failed).toMatchObject([{ fault: 'canceled' }]);
    const destroyed = (await one.stream(watch('destroyed', kept.signal))).body;
    destroyed.destroy();
    await eventually(async () => expect(origin.streams.slice(1).map(({ rstCode }) => rstCode)).toEqual([8, 8]));
    expect([origin.streams[0].closed, origin.sockets.length]).toEqual([false, 1]);
    kept.abort();
  });
});
