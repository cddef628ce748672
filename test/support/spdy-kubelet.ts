import type { Duplex } from 'node:stream';
import { constants, deflateSync, inflateRawSync } from 'node:zlib';

/** A stream that a client has opened. */
export interface SpdyStream {
  readonly name: string;
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
const ZLIB_HEAD_BYTES = 2;
const PING_FRAME = Buffer.from([0x80, 3, 0, 6, 0, 0, 0, 4, 0, 0, 0, 2]);

/** Grants SPDY/3.1 and speaks it as a server does, as far as connections to containers need it. */
export function speakSpdy(socket: Duplex, kubelet: SpdyKubelet): void {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n');
  // Clients have to answer it, and need not mind.
  socket.write(PING_FRAME);
  const streams = new Map<number, SpdyStream>();
  eachFrame(socket, handle);

  function handle(frame: Buffer): void {
    const isLast = (frame[4] & 1) !== 0;
    if ((frame[0] & 0x80) === 0) {
      const stream = streams.get(frame.readUInt32BE(0))!;
      if (frame.length > HEAD_BYTES) kubelet.onData(stream, frame.subarray(HEAD_BYTES));
      if (isLast) kubelet.onEnd(stream);
    } else if (frame.readUInt16BE(2) === 1) {
      const number = frame.readUInt32BE(8);
      const stream = streamOf(number, nameIn(frame.subarray(18), streams.size === 0));
      streams.set(number, stream);
      kubelet.onStream(stream);
    }
  }

  function streamOf(number: number, name: string): SpdyStream {
    const data = (flags: number, body: Buffer): void => {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32BE(number, 0);
      head.writeUInt32BE(body.length, 4);
      head.writeUInt8(flags, 4);
      socket.write(Buffer.concat([head, body]));
    };
    return { name, send: (text) => data(0, Buffer.from(text)), end: () => data(1, Buffer.alloc(0)) };
  }
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

/** The type of the stream that a block of headers names. */
function nameIn(block: Buffer, isFirst: boolean): string {
  const packed = isFirst ? block.subarray(ZLIB_HEAD_BYTES) : block;
  const text = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  const nameLength = text.readUInt32BE(4);
  const valueAt = 8 + nameLength;
  return text.subarray(valueAt + 4, valueAt + 4 + text.readUInt32BE(valueAt)).toString();
}

/** No headers, as the first block of them in a stream of zlib that goes on. */
const NO_HEADERS = deflateSync(Buffer.alloc(4), { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
const NO_HEADERS_ONCE_MORE = Buffer.from([0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0]);

/**
 * Grants SPDY/3.1 to a client that forwards a port, and sends back what comes through it: of the two streams of a
 * connection the first is for errors.
 */
export function echoForwardedPort(socket: Duplex): void {
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n' +
      'X-Stream-Protocol-Version: portforward.k8s.io\r\n\r\n',
  );
  let answered = 0;
  eachFrame(socket, (frame) => {
    const isData = (frame[0] & 0x80) === 0;
    if (isData) socket.write(frame);
    else if (frame.readUInt16BE(2) === 1) socket.write(reply(frame.readUInt32BE(8), answered++ === 0));
  });
}

/** Confirms to the client that a stream is open. */
function reply(stream: number, isFirst: boolean): Buffer {
  const headers = isFirst ? NO_HEADERS : NO_HEADERS_ONCE_MORE;
  const head = Buffer.from([0x80, 3, 0, 2, 0, 0, 0, 4 + headers.length, 0, 0, 0, 0]);
  head.writeUInt32BE(stream, HEAD_BYTES);
  return Buffer.concat([head, headers]);
}
