import type { Duplex } from 'node:stream';
import { type StorageError, unreachable } from '../storage-error.js';
import { decode, encode } from './codec.js';
import { FrameReader } from './frame-reader.js';
import { Outbox } from './outbox.js';
import { type PendingCall, PendingCalls } from './pending-calls.js';
import {
  type ChannelReply,
  type ChannelRequest,
  FrameKind,
  type Hello,
  Operation,
  PROTOCOL_VERSION,
  ReplyStatus,
  type RequestOf,
  type WireEnd,
} from './protocol.js';
import type { RemoteWatch } from './remote-watch.js';
import { fromWireError } from './wire-error.js';

/** The client's end of a channel: sends requests, and hands out replies and events. */
export class ClientChannel {
  /** Resolves when the other end has answered with the same version; rejects with `Unreachable`. */
  readonly greeted: Promise<void>;
  /** Resolves when the channel is closed, from whichever end. */
  readonly lost: Promise<void>;
  /** Called before the requests of a turn are sent. */
  onFlush: () => void = () => {};
  private readonly outbox: Outbox;
  private readonly reader = new FrameReader((kind, payload) => this.onFrame(kind, payload));
  private readonly calls = new PendingCalls();
  private readonly watches = new Map<number, RemoteWatch>();
  /** True if other servers may share the store; known once greeted. */
  isShared = false;
  private peer = 0;
  private fault: StorageError | undefined;
  private readonly greeting: PendingCall;

  constructor(private readonly stream: Duplex) {
    this.outbox = new Outbox({ output: stream, kind: FrameKind.requests, onFlush: () => this.onFlush() });
    this.greeted = this.calls.wait<void>(0);
    this.greeting = this.calls.find(0)!;
    stream.on('data', (chunk: Buffer) => this.onData(chunk));
    stream.on('error', (error: Error) => this.fail(unreachable('the channel to the store broke', error)));
    stream.on('end', () => stream.destroy());
    this.lost = new Promise((resolve) => {
      stream.on('close', () => {
        this.fail(unreachable('the process that has the store is gone'));
        resolve();
      });
    });
    this.outbox.addFrame(FrameKind.hello, encode([PROTOCOL_VERSION, 0, false] satisfies Hello));
  }

  nextId(): number {
    return this.calls.nextId();
  }

  /** Sends a request and answers its result. Rejects with the error of the store, and with `Unreachable`. */
  call<T>(
    request: (id: number) => ChannelRequest,
    { value, onPart }: { value?: Buffer; onPart?: (part: unknown) => void } = {},
  ): Promise<T> {
    if (this.fault) return Promise.reject(this.fault);
    const id = this.nextId();
    const result = this.calls.wait<T>(id, { value, onPart });
    this.outbox.add(request(id), value?.length);
    return result;
  }

  /** Starts a watch; resolves when its history has been delivered. */
  async watch(request: RequestOf<typeof Operation.watch>, watch: RemoteWatch): Promise<void> {
    if (this.fault) throw this.fault;
    const [, id] = request;
    this.watches.set(id, watch);
    const result = this.calls.wait<void>(id);
    this.outbox.add(request);
    await result;
  }

  /** Ends a watch from this side. */
  unwatch(id: number): void {
    if (!this.watches.delete(id) || this.fault) return;
    this.outbox.add([Operation.unwatch, id] satisfies ChannelRequest);
  }

  /** Returns the value of a write under way, if this client made it. */
  ownValue(peer: number, request: number): Buffer | undefined {
    return peer === this.peer ? this.calls.find(request)?.value : undefined;
  }

  /** Resolves when no request waits for its result. */
  idle(): Promise<void> {
    return this.calls.idle();
  }

  /** Closes the channel. */
  close(): void {
    this.outbox.flush();
    this.stream.end();
  }

  private onData(chunk: Buffer): void {
    try {
      this.reader.take(chunk);
    } catch (error) {
      this.fail(unreachable('the channel to the store is out of order', error));
      this.stream.destroy();
    }
  }

  private onFrame(kind: number, payload: Buffer): void {
    switch (kind) {
      case FrameKind.replies:
        for (const reply of decode<ChannelReply[]>(payload)) this.onReply(reply);
        return;
      case FrameKind.events:
        return this.watches.get(payload.readUInt32BE(0))?.deliver(payload.subarray(WATCH_ID_BYTES));
      case FrameKind.end:
        return this.onEnd(decode<WireEnd>(payload));
      case FrameKind.hello:
        return this.onHello(decode<Hello>(payload));
      default:
        throw new Error(`a frame of kind ${kind} is not known`);
    }
  }

  private onHello([version, peer, isShared]: Hello): void {
    this.isShared = isShared;
    this.calls.take(0);
    this.peer = peer;
    if (version === PROTOCOL_VERSION) return this.greeting.resolve(undefined);
    const versions = `${version} of the protocol, this process ${PROTOCOL_VERSION}`;
    this.greeting.reject(unreachable(`the process that has the store has version ${versions}`));
  }

  private onReply(reply: ChannelReply): void {
    const [id, status, content] = reply;
    if (status === ReplyStatus.part) return this.calls.find(id)?.onPart?.(content);
    const call = this.calls.take(id);
    if (status === ReplyStatus.error) call?.reject(fromWireError(content));
    else call?.resolve(content);
  }

  private onEnd([id, error]: WireEnd): void {
    const watch = this.watches.get(id);
    this.watches.delete(id);
    watch?.end(error ? fromWireError(error) : undefined);
  }

  private fail(error: StorageError): void {
    if (this.fault) return;
    this.fault = error;
    this.calls.failAll(error);
    const watches = [...this.watches.values()];
    this.watches.clear();
    for (const watch of watches) watch.end(error);
  }
}

const WATCH_ID_BYTES = 4;
