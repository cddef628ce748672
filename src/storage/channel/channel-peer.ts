import type { Duplex } from 'node:stream';
import type { Storage } from '../storage.js';
import { decode, encode } from './codec.js';
import type { EventBodies } from './event-bodies.js';
import { FrameReader } from './frame-reader.js';
import { Outbox } from './outbox.js';
import { PeerWatch } from './peer-watch.js';
import { sendRange, toWireChange, toWireValue } from './send-range.js';
import {
  type ChannelReply,
  type ChannelRequest,
  FrameKind,
  type Hello,
  Operation,
  PROTOCOL_VERSION,
  ReplyStatus,
  type RequestOf,
} from './protocol.js';
import { toWireError } from './wire-error.js';

/** Bytes a client may be behind with reading before its channel is closed. */
const MAX_BACKLOG = 128 << 20;
/** Bytes of values that are being written above which nothing more is read from a client, and below which it is again. */
const MAX_UNWRITTEN = 64 << 20;

/** The dependencies of a client's end of the channel. */
export interface ChannelPeerParts {
  readonly storage: Storage;
  readonly bodies: EventBodies;
  readonly stream: Duplex;
  /** The number of the client; not 0. */
  readonly number: number;
  /** Called once when the channel is closed, with what was wrong if anything was. */
  readonly onClosed: (fault: Error | undefined) => void;
}

/** One client of a store behind a channel: answers its requests, and sends it what it watches. */
export class ChannelPeer {
  private readonly outbox: Outbox;
  private readonly reader: FrameReader;
  private readonly watches = new Map<number, PeerWatch>();
  private unwritten = 0;
  private isGreeted = false;
  private fault: Error | undefined;

  constructor(private readonly parts: ChannelPeerParts) {
    const { stream, onClosed } = parts;
    this.outbox = new Outbox({ output: stream, kind: FrameKind.replies, onFlush: () => this.checkBacklog() });
    this.reader = new FrameReader((kind, payload) => this.onFrame(kind, payload));
    stream.on('data', (chunk: Buffer) => this.onData(chunk));
    stream.on('error', (error: Error) => (this.fault ??= error));
    stream.on('end', () => stream.destroy());
    stream.on('close', () => {
      for (const watch of this.watches.values()) watch.close();
      onClosed(this.fault);
    });
  }

  /** Sends what is left to be said, and closes the channel. */
  end(): void {
    this.outbox.flush();
    this.parts.stream.end();
  }

  private onData(chunk: Buffer): void {
    try {
      this.reader.take(chunk);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(fault: Error): void {
    this.fault ??= fault;
    this.parts.stream.destroy();
  }

  private checkBacklog(): void {
    if (this.outbox.backlog > MAX_BACKLOG) this.fail(new Error('the client does not read what it is sent'));
  }

  private onFrame(kind: number, payload: Buffer): void {
    if (kind === FrameKind.hello && !this.isGreeted) return this.greet(decode<Hello>(payload));
    if (kind !== FrameKind.requests || !this.isGreeted) throw new Error(`a frame of kind ${kind} is not expected`);
    for (const request of decode<ChannelRequest[]>(payload)) this.handle(request);
  }

  private greet([version]: Hello): void {
    this.isGreeted = true;
    const { number, storage } = this.parts;
    const hello: Hello = [PROTOCOL_VERSION, number, storage.isSharedByServers];
    this.outbox.addFrame(FrameKind.hello, encode(hello));
    if (version === PROTOCOL_VERSION) return;
    this.fault = new Error(`the client has version ${version} of the protocol, this process ${PROTOCOL_VERSION}`);
    this.end();
  }

  private handle(request: ChannelRequest): void {
    const { storage } = this.parts;
    const [, id] = request;
    switch (request[0]) {
      case Operation.currentRevision:
        return this.answerRevision(id);
      case Operation.get:
        return this.answer(id, storage.get(request[2], { revision: request[3] }).then(toWireValue));
      case Operation.changeBefore:
        return this.answer(id, storage.changeBefore(request[2], request[3]).then(toWireChange));
      case Operation.range:
        return this.answer(id, sendRange(request, this.parts, this.outbox));
      case Operation.watch:
        return this.watch(request);
      case Operation.unwatch:
        return this.unwatch(id);
      case Operation.compact:
        return this.answer(id, storage.compact(request[2]));
      case Operation.compactedRevision:
        return this.answer(id, storage.compactedRevision());
      case Operation.checkWritable:
        return this.answer(id, storage.checkWritable());
      case Operation.sizeInBytes:
        return this.answer(id, storage.sizeInBytes());
      default:
        return this.write(request);
    }
  }

  /** Asked for by every turn of a client that is read from: without a promise where the engine needs none. */
  private answerRevision(id: number): void {
    try {
      const revision = this.parts.storage.currentRevision();
      if (typeof revision === 'number') this.reply([id, ReplyStatus.result, revision]);
      else this.answer(id, revision);
    } catch (error) {
      this.reply([id, ReplyStatus.error, toWireError(error)]);
    }
  }

  private write(request: ChannelRequest): void {
    const { storage } = this.parts;
    switch (request[0]) {
      case Operation.create: {
        const [, id, key, value, ttlSeconds] = request;
        return this.answerWrite(id, value, () => storage.create(key, value, { ttlSeconds }));
      }
      case Operation.update: {
        const [, id, key, value, expected, ttlSeconds] = request;
        return this.answerWrite(id, value, () => storage.update(key, value, expected, { ttlSeconds }));
      }
      case Operation.delete: {
        const [, id, key, expected, last] = request;
        return this.answerWrite(id, last, () => storage.delete(key, expected, last));
      }
      default:
        throw new Error(`operation ${String(request[0])} is not known`);
    }
  }

  private answerWrite(id: number, value: Buffer | undefined, write: () => Promise<number>): void {
    if (!value) return this.answer(id, write());
    const { bodies, number: peer } = this.parts;
    bodies.noteOrigin(value, { peer, request: id });
    this.countUnwritten(value.length);
    const settle = (reply: ChannelReply): void => {
      bodies.forgetOrigin(value);
      this.countUnwritten(-value.length);
      this.reply(reply);
    };
    // Two functions on one promise: `finally` would make four more.
    write().then(
      (revision) => settle([id, ReplyStatus.result, revision]),
      (error: unknown) => settle([id, ReplyStatus.error, toWireError(error)]),
    );
  }

  /** A client that writes more than the disk takes waits. */
  private countUnwritten(bytes: number): void {
    const { stream } = this.parts;
    this.unwritten += bytes;
    if (bytes > 0 && this.unwritten > MAX_UNWRITTEN) stream.pause();
    else if (bytes < 0 && stream.isPaused() && this.unwritten < MAX_UNWRITTEN / 2) stream.resume();
  }

  private watch([, id, prefix, afterRevision]: RequestOf<typeof Operation.watch>): void {
    const { storage, bodies } = this.parts;
    const onOver = (): void => void this.watches.delete(id);
    const watch = new PeerWatch({ id, prefix, afterRevision }, { storage, bodies, outbox: this.outbox, onOver });
    this.watches.set(id, watch);
    const started = watch.start().catch((error: unknown) => {
      this.watches.delete(id);
      throw error;
    });
    this.answer(id, started);
  }

  private unwatch(id: number): void {
    this.watches.get(id)?.close();
    this.watches.delete(id);
  }

  private answer(id: number, work: Promise<unknown>): void {
    work.then(
      (result) => this.reply([id, ReplyStatus.result, result]),
      (error: unknown) => this.reply([id, ReplyStatus.error, toWireError(error)]),
    );
  }

  private reply(reply: ChannelReply): void {
    this.outbox.add(reply);
  }
}
