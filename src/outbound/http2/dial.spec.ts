import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Server, Socket, createServer as createPlainServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { jest } from '@jest/globals';
import { carrierParts, insecureRoute } from '../../../test/support/dial-origin.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { canDial, dial } from './dial.js';

const never = new AbortController().signal;
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

async function listening<T extends Server>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('canDial()', () => {
  it.each([
    ['https://a', '', {}, true],
    ['http://a', '', {}, false],
    ['https://a', 'http://p', {}, true],
    ['https://a', 'socks5://p', {}, false],
    ['https://a', '', { HTTPS_PROXY: 'socks5://p' }, false],
    ['https://a', 'http://p', { HTTPS_PROXY: 'socks5://p' }, true],
  ])('of %s through "%s" in the environment %j is %s', (server, proxyUrl, environment, expected) => {
    expect(canDial(insecureRoute(server, proxyUrl), carrierParts({ environment }))).toBe(expected);
  });
});

describe('dial()', () => {
  let origin: Http2Origin;
  const names: string[] = [];
  const dialed: TLSSocket[] = [];

  beforeAll(async () => {
    origin = await Http2Origin.start({
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
  });

  beforeEach(() => void names.splice(0));

  afterEach(() => {
    for (const socket of dialed.splice(0)) socket.destroy();
  });

  afterAll(() => origin.close());

  async function dialTo(host: string, connectTimeout?: number): Promise<TLSSocket> {
    const route = insecureRoute(`https://${host}:${origin.port}`);
    const socket = await dial(route, ['h2'], { ...carrierParts({ connectTimeout }), signal: never });
    dialed.push(socket);
    return socket;
  }

  it('names the server to itself, except by an address', async () => {
    await dialTo('localhost');
    expect(names).toEqual(['localhost']);
    await dialTo('127.0.0.1');
    expect(names).toEqual(['localhost']);
  });

  it('makes connections that send small pieces at once, and may be silent', async () => {
    const setNoDelay = jest.spyOn(Socket.prototype, 'setNoDelay');
    const socket = await dialTo('127.0.0.1');
    const settings = setNoDelay.mock.calls.filter((_, i) => setNoDelay.mock.contexts[i] === socket);
    setNoDelay.mockRestore();
    expect(settings).toEqual([[true]]);
    expect(socket.timeout).toBe(0);
  });

  it('fails with the reason of a signal that was aborted before', async () => {
    const reason = new Error('given up');
    const call = dial(insecureRoute(origin.url), ['h2'], { ...carrierParts(), signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  });

  it('fails where a signal is aborted without an error', async () => {
    const call = dial(insecureRoute(origin.url), ['h2'], { ...carrierParts(), signal: AbortSignal.abort(null) });
    await expect(call).rejects.toMatchObject({ fault: 'reset' });
  });

  it('fails when the server does not finish the connection in time', async () => {
    const accepted: Socket[] = [];
    const silent = await listening(createPlainServer((socket) => void accepted.push(socket.on('error', () => {}))));
    const route = insecureRoute(`https://127.0.0.1:${portOf(silent)}`);
    const call = dial(route, ['h2'], { ...carrierParts({ connectTimeout: 50 }), signal: never });
    await expect(call).rejects.toMatchObject({ fault: 'timeout', message: 'no connection in time' });
    for (const socket of accepted) socket.destroy();
    silent.close();
  });

  it('asks a proxy for port 443 where the URL has none, and hangs up where it is refused', async () => {
    const asked: (string | undefined)[] = [];
    let hungUp: Promise<unknown> | undefined;
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url);
      hungUp = once(socket.on('error', () => {}).resume(), 'end').then(() => socket.destroy());
      socket.write('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await listening(proxy);
    const route = insecureRoute('https://server.example', `http://127.0.0.1:${portOf(proxy)}`);
    const call = dial(route, ['h2'], { ...carrierParts(), signal: never });
    await expect(call).rejects.toMatchObject({
      fault: 'connection',
      message: 'the proxy answered with status code 403',
    });
    expect(asked).toEqual(['server.example:443']);
    await hungUp;
    proxy.close();
  });
});
