import { once } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Server, createServer } from 'node:tls';
import { jest } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { SETTINGS_FRAME, goAwayFrame } from '../../../test/support/http2-frames.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { type CutProxy, startCutProxy } from '../../../test/support/cut-proxy.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { OutboundClient } from '../outbound-client.js';

const GET = { method: 'GET', timeout: 60_000 } as const;
const POST = { method: 'POST', timeout: 60_000, body: '{}' } as const;
const SECOND = 1000;

let origin: Http2Origin;
let clock: FakeClock;
let one: OutboundClient;
let ending: AbortController;
let relay: CutProxy | undefined;

beforeEach(async () => {
  origin = await Http2Origin.start();
  clock = new FakeClock();
  one = origin.client({ clock, maxConnections: 1 });
  ending = new AbortController();
});

afterEach(async () => {
  jest.restoreAllMocks();
  ending.abort();
  for (const stream of origin.streams) stream.destroy();
  await relay?.close();
  relay = undefined;
  await Promise.all([one.close(), origin.close()]);
});

const watch = async () => {
  const { body } = await one.stream({ ...GET, path: 'watch', signal: ending.signal, silence: 3600 * SECOND });
  return body.on('error', () => {});
};
const answerWith = (body: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': 200 });
  stream.end(body);
};
const streamed = (count: number) => eventually(async () => expect(origin.streams).toHaveLength(count));

describe('a stream that the server refuses', () => {
  it('is asked again, also where it writes, after growing waits', async () => {
    const refuse = (stream: ServerHttp2Stream): void => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    origin.answer = refuse;
    const answer = one.send(POST);
    await streamed(2);
    origin.answer = (stream) => {
      refuse(stream);
      origin.answer = answerWith('third');
    };
    for (const wait of [1100, 2200]) {
      await eventually(async () => expect(clock.untilNext()).toBeLessThanOrEqual(wait));
      clock.advance(wait);
    }
    expect((await answer).body.toString()).toBe('third');
    expect([origin.streams.length, origin.sockets.length]).toEqual([4, 1]);
  });

  it('is asked seven times, with waits that double and that chance makes up to a tenth longer', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const sleep = jest.spyOn(clock, 'sleep').mockResolvedValue();
    origin.answer = (stream) => {
      if (origin.streams.length < 20) stream.close(constants.NGHTTP2_REFUSED_STREAM);
      else answerWith('too late')(stream);
    };
    await expect(one.send(POST)).rejects.toMatchObject({ fault: 'reset', message: 'the server takes no requests' });
    expect(origin.streams).toHaveLength(7);
    expect(sleep.mock.calls.map(([wait]) => Math.round(wait))).toEqual([1050, 2100, 4200, 8400, 16_800]);
  });

  it('is not asked again where the server has begun with it', async () => {
    origin.answer = (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    await expect(one.send(POST)).rejects.toMatchObject({ fault: 'reset' });
    expect(origin.streams).toHaveLength(1);
  });

  it('fails with the deadline of its request', async () => {
    origin.answer = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    const failed = expect(one.send({ ...POST, timeout: 500 })).rejects.toMatchObject({ fault: 'timeout' });
    await streamed(2);
    clock.advance(500);
    await failed;
  });
});

describe('a server that goes away', () => {
  it('answers what it has begun with; later requests have another connection', async () => {
    origin.answer = () => {};
    const begun = one.send(POST);
    await streamed(1);
    origin.sessions[0].goaway(constants.NGHTTP2_NO_ERROR, 2 ** 31 - 1);
    await eventually(async () => {
      origin.answer = answerWith('later');
      await one.send(GET);
      expect(origin.sessions).toHaveLength(2);
    });
    answerWith('begun')(origin.streams[0]);
    expect((await begun).body.toString()).toBe('begun');
  });

  it.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_ENHANCE_YOUR_CALM])(
    'is asked again what it has not begun with, whatever its error: %i',
    async (code) => {
      const door = await startDoor(code);
      await one.close();
      one = origin.client({ clock, server: door.url });
      expect((await one.send(POST)).body.toString()).toBe('POST /');
      expect(origin.streams).toHaveLength(1);
      door.server.close();
    },
  );

  it('fails what it has begun with, where it gives an error', async () => {
    origin.answer = () => {};
    const begun = one.send(POST);
    await streamed(1);
    origin.sessions[0].goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    await expect(begun).rejects.toMatchObject({ fault: 'reset' });
    expect(origin.streams).toHaveLength(1);
  });

  it('is reached again after a restart', async () => {
    await one.send(GET);
    const { port } = origin;
    await origin.close();
    await expect(one.send(GET)).rejects.toThrow();
    origin = await Http2Origin.start({ port, trusted: origin.certificates });
    expect((await one.send(GET)).status).toBe(200);
  });
});

describe('a connection that breaks', () => {
  it.each([
    ['is reset', () => origin.sockets[0].resetAndDestroy()],
    ['is closed in the middle of a body', () => origin.sockets[0].destroy()],
  ])('fails the bodies on it, and is replaced: %s', async (_, breakIt) => {
    origin.answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('part');
    };
    const body = await watch();
    const whole = expect(one.send(GET)).rejects.toMatchObject({ fault: 'reset' });
    await once(body.resume(), 'data');
    await streamed(2);
    const failed = once(body, 'error');
    breakIt();
    await whole;
    await failed;
    origin.answer = answerWith('new');
    expect((await one.send(GET)).body.toString()).toBe('new');
  });

  it('fails a body that is shorter than announced, though the server gives no error', async () => {
    origin.answer = (stream) => {
      stream.respond({ ':status': 200, 'content-length': 10 });
      stream.write('part');
      stream.close(constants.NGHTTP2_NO_ERROR);
    };
    await expect(one.send(GET)).rejects.toMatchObject({ fault: 'reset' });
  });

  it('is found by a ping when it only falls silent, within a minute', async () => {
    relay = await startCutProxy(origin.url);
    await one.close();
    one = origin.client({ clock, server: relay.url });
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    const body = await watch();
    for (let minute = 0; minute < 3; minute++) await passMinute();
    expect(body.destroyed).toBe(false);
    relay.stall();
    const failed = once(body, 'error');
    await passMinute();
    expect(await failed).toMatchObject([{ fault: 'reset', message: 'no answer to a ping' }]);
  });

  it('is closed when it has had no request for 90 seconds', async () => {
    await one.send(GET);
    const closed = once(origin.sessions[0], 'close');
    await passMinute();
    expect((await one.send(GET)).status).toBe(200);
    expect(origin.sessions).toHaveLength(1);
    await passMinute();
    await passMinute();
    await closed;
  });
});

/** Sends the first connection away without having looked at its request; the origin has the others. */
async function startDoor(code: number): Promise<{ url: string; server: Server }> {
  let isFirst = true;
  const { certificate: cert, key } = origin.certificates.serving;
  const server = createServer({ cert, key, ALPNProtocols: ['h2'] }, (socket) => {
    if (!isFirst) return origin.adopt(socket);
    isFirst = false;
    socket.on('error', () => {}).write(SETTINGS_FRAME);
    socket.once('data', () => socket.write(goAwayFrame(0, code)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Advances the clock by a minute; pings are acknowledged in between where the network passes them on. */
async function passMinute(): Promise<void> {
  for (let check = 0; check < 4; check++) {
    clock.advance(15 * SECOND);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
