import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, type Http2Server, connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodilessRequest, Http2Request } from './http2-request.js';
import { Http2Response } from './http2-response.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

let server: Http2Server;
let session: ClientHttp2Session;
let handler: Handler;

beforeAll(async () => {
  const classes = { Http2ServerRequest: Http2Request, Http2ServerResponse: Http2Response } as object;
  server = createServer(classes, (request, response) => handler(request as never, response as never));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  session.destroy();
  server.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Sends a request and reads its answer. */
async function exchange(answerer: Handler, sent: { method?: string; body?: string } = {}): Promise<Answer> {
  handler = answerer;
  const stream = session.request({ ':path': '/p?q=1', ':method': sent.method ?? 'GET' }, { endStream: !sent.body });
  if (sent.body) stream.end(sent.body);
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  let body = '';
  for await (const chunk of stream) body += String(chunk);
  return { status: headers[':status'] as number, headers, body };
}

describe('Http2Request', () => {
  it('is no stream of its own where there is no body', async () => {
    let seen: unknown;
    await exchange((request, response) => {
      seen = [request instanceof BodilessRequest, request.method, request.url, request.complete, request.httpVersion];
      response.end();
    });
    expect(seen).toEqual([true, 'GET', '/p?q=1', true, '2.0']);
  });

  it.each(['POST', 'GET'])('reads the body of a %s', async (method) => {
    const answer = await exchange(
      async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        response.end(body);
      },
      { method, body: 'sent' },
    );
    expect(answer.body).toBe('sent');
  });

  it('can be followed and read like any other where there is no body', async () => {
    const answer = await exchange(async (request, response) => {
      request.prependListener('data', () => response.end('data'));
      for await (const chunk of request) response.write(chunk);
      response.end('nothing');
    });
    expect(answer.body).toBe('nothing');
  });

  it('has the addresses of its connection, and none once that is gone', async () => {
    let request!: IncomingMessage;
    await exchange((received, response) => {
      request = received;
      response.end(received.socket.remoteAddress);
    }).then(({ body }) => expect(body).toBe('127.0.0.1'));
    expect(request.socket.remoteAddress).toBeUndefined();
  });
});

describe('Http2Response', () => {
  it('sends status, prepared and given headers with the body', async () => {
    const answer = await exchange((_request, response) => {
      response.setHeader('X-One', '1');
      response.writeHead(201, { 'Content-Type': 'text/plain', 'x-two': ['a', 'b'], 'x-none': undefined });
      response.end('body');
    });
    expect(answer).toMatchObject({ status: 201, body: 'body' });
    expect(answer.headers).toMatchObject({ 'x-one': '1', 'content-type': 'text/plain', 'x-two': 'a, b' });
    expect(answer.headers).not.toHaveProperty('x-none');
  });

  it.each(['setHeader', 'writeHead'])('leaves headers out that HTTP/2 forbids (%s)', async (by) => {
    const answer = await exchange((_request, response) => {
      if (by === 'setHeader') response.setHeader('Connection', 'close').writeHead(200);
      else response.writeHead(200, 'a reason', { connection: 'close', 'keep-alive': 'timeout=5' });
      response.end();
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('connection');
    expect(answer.headers).not.toHaveProperty('keep-alive');
  });

  it('takes names of headers for nothing but names', async () => {
    const answer = await exchange((_request, response) => {
      expect(response.getHeader('constructor')).toBeUndefined();
      response.setHeader('__proto__', '1').setHeader('constructor', '2');
      expect([response.getHeader('__proto__'), response.getHeader('constructor')]).toEqual(['1', '2']);
      response.end();
    });
    expect(answer.headers).toHaveProperty('constructor', '2');
  });

  it('does not change the headers it is given', async () => {
    const given = Object.freeze({ 'x-one': '1' });
    const answer = await exchange((_request, response) => response.writeHead(204, given).end());
    expect(answer).toMatchObject({ status: 204, body: '' });
  });

  it('answers HEAD without the body that is written', async () => {
    let written = 0;
    const count = (): unknown => (written += 1);
    const answer = await exchange(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 4 });
        response.write('bo', count);
        response.end('dy', count);
      },
      { method: 'HEAD' },
    );
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['content-length']).toBe('4');
    expect(written).toBe(2);
  });

  it('is where pipelines end, no faster than the client reads', async () => {
    const piece = 'x'.repeat(100_000);
    const answer = await exchange((_request, response) => pipeline(Readable.from([piece, piece, piece]), response));
    expect(answer.body).toHaveLength(300_000);
  });

  it('waits for a slow reader as `writableNeedDrain` says', async () => {
    let isFull = false;
    const answer = await exchange(async (_request, response) => {
      isFull = !response.write('x'.repeat(1_000_000)) && response.writableNeedDrain;
      await once(response, 'drain');
      response.end('!');
    });
    expect(isFull).toBe(true);
    expect(answer.body).toHaveLength(1_000_001);
  });

  it('reports a client that is gone, and takes nothing more', async () => {
    const gone = new Promise<unknown[]>((resolve) => {
      handler = (_request, response) => {
        response.write('begun');
        response.once('close', () => resolve([response.destroyed, response.closed, response.write('more')]));
      };
    });
    const stream = session.request({ ':path': '/' });
    await once(stream, 'response');
    stream.close();
    await expect(gone).resolves.toEqual([true, true, false]);
  });

  it('refuses header values that no header has, before anything is sent', async () => {
    const answer = await exchange((_request, response) => {
      expect(() => response.writeHead(200, { 'x y': '1' })).toThrow();
      response.removeHeader('x y');
      response.writeHead(500).end('refused');
    });
    expect(answer).toMatchObject({ status: 500, body: 'refused' });
  });
});
