import type { Duplex } from 'node:stream';

/** The listener of the streams of a session. */
export interface SpdyListener {
  onData(stream: number, chunk: Buffer): void;
  /** Called when the other end sends nothing more on a stream. */
  onEnd(stream: number): void;
}

const HEAD_BYTES = 8;
const CONTROL = 0x80;
const VERSION = 3;
const SYN_STREAM = 1;
const RST_STREAM = 3;
const PING = 6;
const FIN = 1;
/** Control frames are small here; a larger one is no such frame. */
const MAX_CONTROL_BYTES = 64 * 1024;

/** Begins a stream of zlib without compression, which needs no dictionary (RFC 1950, 1951). */
const ZLIB_HEAD = Buffer.from([0x78, 0x01]);
/** An empty block. Go's reader looks for it before it hands over the block before, and fails for good without it. */
const ZLIB_FLUSH = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** The client's end of a SPDY/3.1 connection, as kubelets speak it: streams without flow control. */
export class SpdySession {
  private nextStream = 1;
  private isFirstBlock = true;
  private head = Buffer.alloc(0);
  /** The remaining bytes of the current frame. */
  private left = 0;
  private frame: Frame | undefined;
  private control: Buffer[] = [];

  constructor(
    private readonly connection: Duplex,
    private readonly listener: SpdyListener,
  ) {
    connection.on('data', (chunk: Buffer) => this.read(chunk));
  }

  /** Opens a stream; the answer is its number. Names are lower case. */
  open(headers: Readonly<Record<string, string>>): number {
    const stream = this.nextStream;
    this.nextStream += 2;
    const fixed = Buffer.alloc(10);
    fixed.writeUInt32BE(stream);
    this.send(SYN_STREAM, Buffer.concat([fixed, this.block(headers)]));
    return stream;
  }

  /** Sends on a stream; returns whether there is room for more. */
  write(stream: number, chunk: Buffer): boolean {
    this.connection.write(dataHead(stream, 0, chunk.length));
    return this.connection.write(chunk);
  }

  /** Sends nothing more on a stream. */
  end(stream: number): void {
    this.connection.write(dataHead(stream, FIN, 0));
  }

  private send(type: number, body: Buffer): void {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(CONTROL, 0);
    head.writeUInt8(VERSION, 1);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(body.length, 4);
    this.connection.write(Buffer.concat([head, body]));
  }

  /** Headers, in a block of zlib that is stored as it is. */
  private block(headers: Readonly<Record<string, string>>): Buffer {
    const entries = Object.entries(headers);
    const text = Buffer.concat([
      uint32(entries.length),
      ...entries.flat().flatMap((each) => [uint32(each.length), Buffer.from(each, 'latin1')]),
    ]);
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(text.length, 1);
    stored.writeUInt16LE(text.length ^ 0xffff, 3);
    const start = this.isFirstBlock ? [ZLIB_HEAD] : [];
    this.isFirstBlock = false;
    return Buffer.concat([...start, stored, text, ZLIB_FLUSH]);
  }

  private read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.connection.destroyed) {
      rest = this.frame ? this.readBody(this.frame, rest) : this.readHead(rest);
    }
  }

  private readHead(chunk: Buffer): Buffer {
    const missing = HEAD_BYTES - this.head.length;
    this.head = Buffer.concat([this.head, chunk.subarray(0, missing)]);
    if (this.head.length < HEAD_BYTES) return NOTHING;
    const { head } = this;
    this.head = NOTHING;
    const isControl = (head[0] & CONTROL) !== 0;
    const frame = isControl ? { type: head.readUInt16BE(2) } : { stream: head.readUInt32BE(0) };
    this.frame = { ...frame, isLast: (head[4] & FIN) !== 0 };
    this.left = head.readUIntBE(5, 3);
    if (isControl && this.left > MAX_CONTROL_BYTES) this.connection.destroy();
    else if (this.left === 0) this.finish(this.frame);
    return chunk.subarray(missing);
  }

  private readBody(frame: Frame, chunk: Buffer): Buffer {
    const piece = chunk.subarray(0, this.left);
    this.left -= piece.length;
    if (frame.stream !== undefined) this.listener.onData(frame.stream, piece);
    else this.control.push(piece);
    if (this.left === 0) this.finish(frame);
    return chunk.subarray(piece.length);
  }

  private finish({ stream, type, isLast }: Frame): void {
    this.frame = undefined;
    const body = Buffer.concat(this.control.splice(0));
    if (stream !== undefined) {
      if (isLast) this.listener.onEnd(stream);
      return;
    }
    if (type === PING) this.send(PING, body);
    if (type === RST_STREAM && body.length >= 4) this.listener.onEnd(body.readUInt32BE(0));
    // That a stream was accepted, or a window has grown, changes nothing here.
  }
}

/** A frame that is being read: of data, on a stream, or of control. */
interface Frame {
  readonly stream?: number;
  readonly type?: number;
  readonly isLast: boolean;
}

const NOTHING = Buffer.alloc(0);

function dataHead(stream: number, flags: number, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(stream, 0);
  head.writeUInt32BE(length, 4);
  head.writeUInt8(flags, 4);
  return head;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
