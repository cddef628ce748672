import { compacted, type StorageError } from '../storage-error.js';
import type { Storage, StorageEvent, StorageListener } from '../storage.js';
import { encode } from './codec.js';
import type { EventBodies } from './event-bodies.js';
import type { Outbox } from './outbox.js';
import { FULL_FRAME_BYTES, FrameKind, type WireEnd } from './protocol.js';
import { toWireError } from './wire-error.js';

/** History that may wait for a client to be taken, in bytes: beyond, the watch ends and its reader lists again. */
const MAX_REPLAY_BACKLOG = 32 << 20;

/** The dependencies of a watch of a client. */
export interface PeerWatchParts {
  readonly storage: Storage;
  readonly outbox: Outbox;
  readonly bodies: EventBodies;
  /** Called once when the watch has ended from this side. */
  readonly onOver: () => void;
}

/** The watch that a client asked for. */
export interface PeerWatchOptions {
  readonly id: number;
  readonly prefix: string;
  readonly afterRevision: number | undefined;
}

/** One watch of a client: sends it what the engine delivers, in the groups in which that comes. */
export class PeerWatch implements StorageListener {
  private readonly stop = new AbortController();
  private readonly idBytes = Buffer.alloc(4);
  private events: StorageEvent[] = [];
  private bytes = 0;
  private isLive = false;
  private overrun: StorageError | undefined;

  constructor(
    private readonly options: PeerWatchOptions,
    private readonly parts: PeerWatchParts,
  ) {
    this.idBytes.writeUInt32BE(options.id);
  }

  /** Resolves when history has been sent. Rejects as the engine does, and with `Compacted` where there is too much of it. */
  async start(): Promise<void> {
    const { prefix, afterRevision } = this.options;
    await this.parts.storage.watch({ prefix, afterRevision, signal: this.stop.signal }, this);
    if (this.overrun) throw this.overrun;
    this.isLive = true;
  }

  /** Stops it, because the client does not want it any more. */
  close(): void {
    this.stop.abort();
    this.events = [];
  }

  onEvent(event: StorageEvent): void {
    this.events.push(event);
    this.bytes += event.value.length + (event.previous?.value.length ?? 0);
    if (this.bytes > FULL_FRAME_BYTES) this.send(0);
  }

  onProgress(revision: number): void {
    this.send(revision);
  }

  onEnd(error?: StorageError): void {
    const end: WireEnd = [this.options.id, error && toWireError(error)];
    this.parts.outbox.addFrame(FrameKind.end, encode(end));
    this.parts.onOver();
  }

  private send(progress: number): void {
    const { events, parts } = this;
    this.events = [];
    this.bytes = 0;
    parts.outbox.addFrame(FrameKind.events, parts.bodies.of(events, progress), this.idBytes);
    if (!this.isLive && parts.outbox.backlog > MAX_REPLAY_BACKLOG) this.overrunBy(events);
  }

  /** The engine cannot be made to wait, so the client has to do without so much of the past. */
  private overrunBy(events: readonly StorageEvent[]): void {
    const reached = events.at(-1)?.revision ?? 0;
    this.overrun ??= compacted(this.options.afterRevision ?? 0, reached);
    this.close();
  }
}
