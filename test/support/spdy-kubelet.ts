import type { Duplex } from 'node:stream';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { SPDY_DICTIONARY } from './spdy-dictionary.js';

/** A stream that a client has opened. */
export interface SpdyStream {
  /** The type of the stream. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  send(text: string | Buffer): void;
  end(): void;
}

/** The behaviour of a kubelet for its streams. */
export interface SpdyKubelet {
  /** Called for every stream, in order. */
  onStream(stream: SpdyStream): void;
  onData(stream: SpdyStream, chunk: Buffer): void;
  onEnd(stream: SpdyStream): void;
}

const HEAD_BYTES = 8;
const SYN_STREAM = 1;
/** Where the headers of a stream begin in its first frame. */
const HEADERS_AT = 18;
const PING_FRAME = Buffer.from([0x80, 3, 0, 6, 0, 0, 0, 4, 0, 0, 0, 2]);

/** No headers, as the first block of them in a zlib stream that continues. */
const NO_HEADERS = deflateSync(Buffer.alloc(4), { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
const NO_HEADERS_ONCE_MORE = Buffer.from([0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);

/**
 * Grants SPDY/3.1, with a protocol for its streams, and speaks it as a server does, as far as connections to containers
 * need it.
 */
export function speakSpdy(socket: Duplex, kubelet: SpdyKubelet, protocol = 'v4.channel.k8s.io'): void {
  const granted = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n';
  socket.write(`${granted}X-Stream-Protocol-Version: ${protocol}\r\n\r\n`);
  // Clients have to answer it, and need not mind.
  socket.write(PING_FRAME);
  const streams = new Map<number, SpdyStream>();
  const readHeaders = headerReader();
  eachFrame(socket, handle);

  function handle(frame: Buffer): void {
    const isLast = (frame[4] & 1) !== 0;
    if ((frame[0] & 0x80) === 0) {
      const stream = streams.get(frame.readUInt32BE(0))!;
      if (frame.length > HEAD_BYTES) kubelet.onData(stream, frame.subarray(HEAD_BYTES));
      if (isLast) kubelet.onEnd(stream);
    } else if (frame.readUInt16BE(2) === SYN_STREAM) {
      const number = frame.readUInt32BE(HEAD_BYTES);
      const stream = streamOn(socket, number, readHeaders(frame.subarray(HEADERS_AT)));
      socket.write(reply(number, streams.size === 0));
      streams.set(number, stream);
      kubelet.onStream(stream);
      if (isLast) kubelet.onEnd(stream);
    }
  }
}

function streamOn(socket: Duplex, number: number, headers: SpdyStream['headers']): SpdyStream {
  const send = (flags: number, body: Buffer): void => {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(number, 0);
    head.writeUInt32BE(body.length, 4);
    head.writeUInt8(flags, 4);
    if (socket.writable) socket.write(Buffer.concat([head, body]));
  };
  const end = (): void => send(1, Buffer.alloc(0));
  return { name: headers.streamtype ?? '', headers, send: (text) => send(0, Buffer.from(text)), end };
}

/** Calls for every frame that comes, whole. */
function eachFrame(socket: Duplex, handle: (frame: Buffer) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= HEAD_BYTES) {
      const length = bytes.readUIntBE(5, 3);
      if (bytes.length < HEAD_BYTES + length) return;
      const frame = bytes.subarray(0, HEAD_BYTES + length);
      bytes = bytes.subarray(HEAD_BYTES + length);
      handle(frame);
    }
  });
}

/** Reads one block of headers after another, which are all in one stream of zlib. */
function headerReader(): (block: Buffer) => Record<string, string> {
  let packed = Buffer.alloc(0);
  let seen = 0;
  return (block) => {
    packed = Buffer.concat([packed, block]);
    const options = { dictionary: SPDY_DICTIONARY, finishFlush: constants.Z_SYNC_FLUSH };
    const text = inflateSync(packed, options).subarray(seen);
    seen += text.length;
    return headersIn(text);
  };
}

function headersIn(text: Buffer): Record<string, string> {
  const words: string[] = [];
  for (let at = 4; at < text.length; at += 4 + text.readUInt32BE(at)) {
    words.push(text.toString('latin1', at + 4, at + 4 + text.readUInt32BE(at)));
  }
  return Object.fromEntries(words.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), words[i + 1]]] : [])));
}

/** Confirms to the client that a stream is open. */
function reply(stream: number, isFirst: boolean): Buffer {
  const headers = isFirst ? NO_HEADERS : NO_HEADERS_ONCE_MORE;
  const head = Buffer.from([0x80, 3, 0, 2, 0, 0, 0, 4 + headers.length, 0, 0, 0, 0]);
  head.writeUInt32BE(stream, HEAD_BYTES);
  return Buffer.concat([head, headers]);
}
