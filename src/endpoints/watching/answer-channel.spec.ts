import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { RequestContext } from '../request-context.js';
import { AnswerChannel } from './answer-channel.js';

const frame = (text: string): Buffer => Buffer.from(`${text}\n`);
const tick = (): Promise<void> => new Promise(process.nextTick);

let server: Server;
let responses: ServerResponse[];

beforeEach(async () => {
  responses = [];
  server = createServer((_request, response) => void responses.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

function channelOn(response: ServerResponse): { channel: AnswerChannel; context: { readonly sentBytes: number } } {
  const lifetime = new AbortController();
  response.once('close', () => lifetime.abort());
  const context = {
    response,
    signal: lifetime.signal,
    sentBytes: 0,
    countSent: (bytes: number) => void (context.sentBytes += bytes),
    flushHead: () => response.flushHeaders(),
    writeHead: (status: number, headers: Record<string, string>) => response.writeHead(status, headers),
  };
  return { channel: new AnswerChannel(context as unknown as RequestContext, 'application/json'), context };
}

async function openAnswer(): Promise<{ answer: IncomingMessage; response: ServerResponse }> {
  const request = get({ port: port(), host: '127.0.0.1' });
  await once(server, 'request');
  const response = responses.at(-1)!;
  response.flushHeaders();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { answer, response };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer) text += String(piece);
  return text;
}

describe('AnswerChannel', () => {
  it('sends frames in order, those of one turn together and the last with the end', async () => {
    const { answer, response } = await openAnswer();
    const { channel, context } = channelOn(response);
    const text = textOf(answer);
    channel.send(frame('a'));
    channel.send(frame('b'));
    expect(channel.heldBytes).toBeGreaterThanOrEqual(4);
    await tick();
    channel.send(frame('c'));
    await tick();
    channel.send(frame('d'));
    channel.end();
    expect(await text).toBe('a\nb\nc\nd\n');
    expect(context.sentBytes).toBe(8);
  });

  it('shares chunks between watches with equal events', async () => {
    const opened = [await openAnswer(), await openAnswer(), await openAnswer()];
    const channels = opened.map(({ response }) => channelOn(response).channel);
    const texts = opened.map(({ answer }) => textOf(answer));
    const frames = ['a', 'b', 'c'].map(frame);
    for (const each of frames) for (const channel of channels) channel.send(each);
    channels[1].send(frame('d'));
    await tick();
    for (const channel of channels) channel.end();
    expect(await Promise.all(texts)).toEqual(['a\nb\nc\n', 'a\nb\nc\nd\n', 'a\nb\nc\n']);
  });

  it('waits behind the answer before it on the connection', async () => {
    const socket = connect(port(), '127.0.0.1');
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(get + get);
    while (responses.length < 2) await once(server, 'request');
    const [first, second] = responses;
    const { channel } = channelOn(second);
    channel.open();
    channel.send(frame('watched'));
    await tick();
    first.end('first');
    await once(first, 'close');
    channel.send(frame('later'));
    await tick();
    channel.end();
    let received = '';
    for await (const piece of socket) if ((received += String(piece)).endsWith('0\r\n\r\n')) break;
    expect(received.indexOf('first')).toBeGreaterThan(0);
    expect(received.slice(received.indexOf('first'))).toMatch(/8\r\nwatched\n\r\n6\r\nlater\n\r\n0\r\n\r\n$/);
  });

  it('reports the data its client has not read, and waits until there is room', async () => {
    const { answer, response } = await openAnswer();
    const { channel } = channelOn(response);
    while (channel.heldBytes < 1 << 20) channel.send(Buffer.alloc(1 << 18, 'x'));
    await tick();
    while (!response.socket!.writableNeedDrain) {
      channel.send(Buffer.alloc(1 << 18, 'x'));
      await tick();
    }
    expect(channel.heldBytes).toBeGreaterThan(0);
    let hasRoom = false;
    const drained = channel.drained().then(() => (hasRoom = true));
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    answer.resume();
    await drained;
    expect(channel.heldBytes).toBe(0);
  });

  it('drops what is sent to a client that is gone', async () => {
    const { answer, response } = await openAnswer();
    const { channel, context } = channelOn(response);
    answer.destroy();
    await once(response, 'close');
    channel.send(frame('late'));
    await tick();
    channel.end();
    expect([channel.heldBytes, context.sentBytes]).toEqual([0, 0]);
    await channel.drained();
  });

  it('hands over what it has gathered before it waits', async () => {
    const { answer, response } = await openAnswer();
    const { channel, context } = channelOn(response);
    channel.send(frame('a'));
    const drained = channel.drained();
    expect(context.sentBytes).toBe(2);
    await drained;
    answer.destroy();
  });

  it('waits for room in an answer that has no connection yet', async () => {
    const response = Object.assign(new EventEmitter(), { writableNeedDrain: true, writableLength: 0 });
    const { channel } = channelOn(response as unknown as ServerResponse);
    for (const end of ['drain', 'close']) {
      let hasRoom = false;
      const drained = channel.drained().then(() => (hasRoom = true));
      await new Promise(setImmediate);
      expect(hasRoom).toBe(false);
      response.emit(end);
      await drained;
    }
  });

  it('breaks the answer off when it is aborted', async () => {
    const { answer, response } = await openAnswer();
    const failed = once(answer, 'error');
    channelOn(response).channel.abort();
    expect(response.destroyed).toBe(true);
    await failed;
  });
});
