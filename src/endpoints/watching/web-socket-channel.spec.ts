import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { WebSocket } from 'ws';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { UpgradeResponse } from '../../proxy/index.js';
import type { RequestContext } from '../request-context.js';
import { WebSocketChannel } from './web-socket-channel.js';

const FRAME = Buffer.from('{"type":"ADDED"}\n');
const { stream } = new Serializers(builtInSerializers()).default;

let server: Server;
let arrived: Promise<WebSocketChannel>;
let context: RequestContext;
let sentBytes: number;
let clients: { terminate(): void }[];

/** Opens the channel of each request that wants a WebSocket. */
beforeEach(async () => {
  clients = [];
  server = createServer().listen(0, '127.0.0.1');
  let arrive: (channel: Promise<WebSocketChannel>) => void;
  arrived = new Promise((resolve) => (arrive = resolve));
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new UpgradeResponse(request, socket, head);
    sentBytes = 0;
    const countSent = (bytes: number): void => void (sentBytes += bytes);
    context = { request, response, countSent } as unknown as RequestContext;
    const channel = new WebSocketChannel(context, { response, stream });
    arrive(channel.open().then(() => channel));
  });
  await once(server, 'listening');
});

afterEach(() => {
  clients.forEach((client) => client.terminate());
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

/** A client and its channel. */
async function open(): Promise<{ client: WebSocket; channel: WebSocketChannel; messages: string[] }> {
  const client = new WebSocket(`ws://127.0.0.1:${port()}`);
  clients.push(client);
  const messages: string[] = [];
  client.on('message', (bytes: Buffer) => messages.push(bytes.toString()));
  const opened = once(client, 'open');
  const channel = await arrived;
  await opened;
  return { client, channel, messages };
}

const socketOf = (channel: WebSocketChannel): WebSocket => (channel as unknown as { socket: WebSocket }).socket;

/** Sends a request for a WebSocket by hand, and returns its connection. */
function ask(version: number): Socket {
  const client = connect(port(), '127.0.0.1');
  clients.push({ terminate: () => client.destroy() });
  const fields = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', `Sec-WebSocket-Version: ${version}`];
  client.write(['GET / HTTP/1.1', ...fields, 'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==', '', ''].join('\r\n'));
  return client;
}

describe('WebSocketChannel', () => {
  it('sends messages, counts their bytes, and waits until they are sent', async () => {
    const { client, channel, messages } = await open();
    await channel.drained();
    channel.send(FRAME);
    channel.send(FRAME);
    const message = FRAME.toString();
    expect(sentBytes).toBe(2 * message.length);
    await channel.drained();
    expect(channel.heldBytes).toBe(0);
    channel.send(FRAME);
    await channel.drained();
    await channel.drained();
    const closed = once(client, 'close');
    await channel.end();
    expect(socketOf(channel).readyState).toBe(WebSocket.CLOSED);
    expect(((await closed) as [number])[0]).toBe(1000);
    expect(messages).toEqual([message, message, message]);
  });

  it('is drained when the last message is sent', async () => {
    const { channel } = await open();
    const sent: (() => void)[] = [];
    socketOf(channel).send = ((_data: Buffer, _options: object, done: () => void) => sent.push(done)) as never;
    channel.send(FRAME);
    channel.send(FRAME);
    for (let left = 2; left > 0; left--) {
      let isDrained = false;
      const drained = channel.drained().then(() => (isDrained = true));
      await new Promise(setImmediate);
      expect(isDrained).toBe(false);
      sent.shift()!();
      if (left === 1) await drained;
    }
    await channel.drained();
  });

  it('reports bytes that its client has not taken', async () => {
    const { client, channel } = await open();
    client.pause();
    const large = Buffer.alloc(1 << 20, 'x');
    while (channel.heldBytes < 4 << 20) channel.send(large);
    expect(channel.heldBytes).toBeGreaterThanOrEqual(4 << 20);
    client.resume();
    await channel.drained();
    expect(channel.heldBytes).toBe(0);
  });

  it('ends at once when its client is gone', async () => {
    const { client, channel } = await open();
    const closed = once(context.response, 'close');
    client.terminate();
    await closed;
    await channel.end();
    expect(context.response.closed).toBe(true);
  });

  it('breaks the connection off when it is aborted', async () => {
    const { client, channel } = await open();
    const closed = once(client, 'close');
    channel.abort();
    expect(((await closed) as [number])[0]).toBe(1006);
    expect(context.response.destroyed).toBe(true);
  });

  it('ends with messages that are malformed', async () => {
    const client = ask(13);
    const channel = await arrived;
    const closed = once(client, 'close');
    // Messages of clients are masked.
    client.write(Buffer.from([0x81, 1, 65]));
    client.resume();
    await closed;
    await channel.end();
  });

  it('sends nothing to a client whose handshake was rejected', async () => {
    const client = ask(5);
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 4/);
    const channel = await arrived;
    channel.send(FRAME);
    expect([channel.heldBytes, sentBytes]).toEqual([0, 0]);
    await channel.drained();
    await channel.end();
    channel.abort();
    expect(context.response.destroyed).toBe(true);
  });
});
