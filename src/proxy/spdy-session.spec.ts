import { Duplex } from 'node:stream';
import { SpdySession } from './spdy-session.js';

/** A connection of which both ends can be looked at. */
function connection(): { end: Duplex; come: (bytes: Buffer) => void; written: () => Buffer } {
  const written: Buffer[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    written.push(chunk);
    done();
  };
  const end = new Duplex({ read() {}, write });
  return { end, come: (bytes) => void end.emit('data', bytes), written: () => Buffer.concat(written) };
}

function sessionOn(end: Duplex): { session: SpdySession; told: string[] } {
  const told: string[] = [];
  const session = new SpdySession(end, {
    onData: (stream, chunk) => void told.push(`${stream} ${chunk.toString()}`),
    onEnd: (stream) => void told.push(`${stream} ends`),
  });
  return { session, told };
}

const data = (stream: number, flags: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, stream, flags, 0, 0, text.length]), Buffer.from(text)]);
const control = (type: number, body: readonly number[]): Buffer =>
  Buffer.from([0x80, 3, 0, type, 0, 0, 0, body.length, ...body]);

describe('SpdySession', () => {
  it('reads frames however they are cut, and answers pings', () => {
    const { end, come, written } = connection();
    const { told } = sessionOn(end);
    const ping = control(6, [0, 0, 0, 2]);
    const frames = [
      control(2, [0, 0, 0, 1, 9, 9]),
      data(1, 0, 'ab'),
      ping,
      control(9, Array(8).fill(0)),
      data(3, 1, ''),
    ];
    for (const byte of Buffer.concat([...frames, control(3, [0, 0, 0, 1, 0, 0, 0, 5])])) come(Buffer.from([byte]));
    expect(told).toEqual(['1 a', '1 b', '3 ends', '1 ends']);
    expect(written()).toEqual(ping);
  });

  it('opens streams by odd numbers, with headers that any reader of zlib takes', () => {
    const { end, written } = connection();
    const { session } = sessionOn(end);
    expect([session.open({ streamtype: 'a' }), session.open({ streamtype: 'b' })]).toEqual([1, 3]);
    session.write(3, Buffer.from('x'));
    session.end(3);
    const bytes = written();
    const flush = Buffer.from([0, 0, 0, 0xff, 0xff]);
    expect(bytes.subarray(bytes.length - 17 - flush.length, -17)).toEqual(flush);
    expect(bytes.subarray(bytes.indexOf(Buffer.from([0x80, 3]), 1) - flush.length).subarray(0, 5)).toEqual(flush);
    expect(bytes.subarray(0, 8).toString('hex')).toMatch(/^800300010000/);
    expect(bytes.subarray(18, 20)).toEqual(Buffer.from([0x78, 1]));
    expect(bytes.subarray(-17)).toEqual(Buffer.concat([data(3, 0, 'x'), data(3, 1, '')]));
  });

  it('ends a connection on which something else is spoken', () => {
    const { end, come } = connection();
    sessionOn(end);
    come(Buffer.from([0x80, 3, 0, 1, 0, 0xff, 0xff, 0xff]));
    expect(end.destroyed).toBe(true);
  });
});
