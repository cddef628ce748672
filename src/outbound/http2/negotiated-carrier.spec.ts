import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { carrierParts, insecureRoute } from '../../../test/support/dial-origin.js';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import type { CarriedRequest } from '../carrier.js';
import { NegotiatedCarrier, dialHttp2 } from './negotiated-carrier.js';

const GIVEN_UP = new Error('given up');
const tellVersion: RequestListener = (request, response) => void response.end(`HTTP/${request.httpVersion}`);

let origin: Http2Origin;
let carrier: NegotiatedCarrier;
/** The address of the carrier's server, also when that has stopped. */
let server: string;

function open(): void {
  server = origin.url;
  carrier = new NegotiatedCarrier(insecureRoute(server), carrierParts());
}

function request(signal = new AbortController().signal): CarriedRequest {
  return { origin: server, path: '/', method: 'GET', headers: {}, body: undefined, signal };
}

const bodyOf = async (): Promise<string> => String((await carrier.send(request())).body);

/** Begins a request that is given up while the first connection is made; resolves when the server has the connection. */
async function giveUpFirst(): Promise<void> {
  const given = new AbortController();
  const failed = expect(carrier.send(request(given.signal))).rejects.toBe(GIVEN_UP);
  given.abort(GIVEN_UP);
  await failed;
  await eventually(async () => expect(origin.sessions).toHaveLength(1));
}

afterEach(async () => {
  await carrier.close();
  await origin.close();
});

describe('the first connection of a server', () => {
  it('is used by a later request where the one that needed it was given up', async () => {
    origin = await Http2Origin.start();
    open();
    await giveUpFirst();
    expect(await bodyOf()).toBe('GET /');
    expect(await bodyOf()).toBe('GET /');
    expect(origin.sockets).toHaveLength(1);
  });

  it('is replaced where it has closed before it was used', async () => {
    origin = await Http2Origin.start();
    open();
    await giveUpFirst();
    const closed = once(origin.sessions[0], 'close');
    origin.sockets[0].destroy();
    await closed;
    await eventually(async () => expect(await bodyOf().catch(() => '')).toBe('GET /'));
    expect(origin.sockets).toHaveLength(2);
  });

  it('is closed with the carrier where no request used it', async () => {
    origin = await Http2Origin.start();
    open();
    await giveUpFirst();
    const closed = once(origin.sockets[0], 'close');
    await carrier.close();
    await closed;
  });
});

describe('a carrier that is closed', () => {
  it('closes its connections, and accepts no requests', async () => {
    origin = await Http2Origin.start();
    open();
    await bodyOf();
    await carrier.close();
    await expect(bodyOf()).rejects.toMatchObject({ fault: 'canceled', message: 'the connections are closed' });
    expect(origin.sockets).toHaveLength(1);
  });
});

describe('a server that is not reached', () => {
  const refused = () => expect(bodyOf()).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  /** Stops the server; the answer starts it again. */
  async function stop(): Promise<() => Promise<void>> {
    const { port, certificates: trusted } = origin;
    await origin.close();
    return async () => void (origin = await Http2Origin.start({ port, trusted }));
  }

  it('fails requests with the error of the first connection, and is connected to by later ones', async () => {
    origin = await Http2Origin.start();
    open();
    const restart = await stop();
    await refused();
    await refused();
    await restart();
    expect(await bodyOf()).toBe('GET /');
  });

  it('fails requests with the error of a further connection, and is connected to by later ones', async () => {
    origin = await Http2Origin.start();
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    open();
    const { body } = await carrier.open(request(), 60_000);
    const failed = once(body, 'error');
    const restart = await stop();
    await failed;
    await refused();
    await restart();
    expect(await bodyOf()).toBe('GET /');
  });
});

describe('a server that takes HTTP/2 no longer', () => {
  it('is asked over HTTP/1.1 after requests have failed', async () => {
    origin = await Http2Origin.start();
    open();
    await bodyOf();
    const { port } = origin;
    await origin.close();
    origin = await Http2Origin.start({ port, http1: tellVersion, trusted: origin.certificates });
    await expect(bodyOf()).rejects.toThrow();
    await eventually(async () => expect(await bodyOf()).toBe('HTTP/1.1'));
  });

  it('is refused, and its connection closed, where it negotiates nothing', async () => {
    origin = await Http2Origin.start();
    open();
    const { certificate: cert, key } = origin.certificates.serving;
    let closed: Promise<unknown> | undefined;
    const plain = createServer({ cert, key });
    plain.on('connection', (socket) => (closed = once(socket, 'close')));
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const route = insecureRoute(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`);
    const { signal } = new AbortController();
    await expect(dialHttp2(route, { ...carrierParts(), signal })).rejects.toMatchObject({
      fault: 'reset',
      message: 'the server does not take HTTP/2',
    });
    await closed;
    plain.close();
  });
});
