import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Notification } from 'pg';
import { type Connections, breakOff } from './connections.js';

/** Receives notifications. */
export interface NotificationListener {
  /** Called when a server has made this revision. */
  onRevision(revision: number): void;
  /** Called when there was no connection: changes since the last notification are unknown. */
  onConnected(): void;
}

/** How often a connection that says nothing is tried. */
const PING_MS = 5000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** Waits for notifications on its own connection, which is made again whenever it is lost. */
export class Notifications {
  private client: Client | undefined;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly channel: string,
    private readonly listener: NotificationListener,
  ) {}

  /** True while changes are reported. */
  get isListening(): boolean {
    return this.client !== undefined;
  }

  /** Starts. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends the connection. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.stopping.signal.aborted) {
      const wasConnected = await this.listen().catch(() => false);
      pauseMs = wasConnected ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await this.pause(pauseMs);
    }
  }

  /** Listens until the connection is lost; answers true if there was one. */
  private async listen(): Promise<boolean> {
    const client = await this.connections.connect();
    try {
      client.on('notification', (message) => this.onNotification(message));
      await client.query(`LISTEN ${this.channel}`);
      this.client = client;
      this.listener.onConnected();
      await this.untilLost(client);
      return true;
    } finally {
      this.client = undefined;
      breakOff(client);
    }
  }

  private async untilLost(client: Client): Promise<void> {
    let isLost = false;
    client.once('end', () => (isLost = true));
    while (!isLost && !this.stopping.signal.aborted) {
      await this.pause(PING_MS, client);
      // A dead connection says nothing; the driver waits for an answer no longer than for one of any statement.
      if (!isLost && !this.stopping.signal.aborted) await client.query('SELECT 1');
    }
  }

  /** Own writes are known from their outcome. */
  private onNotification({ payload = '', processId }: Notification): void {
    if (processId !== this.connections.writerProcess) this.listener.onRevision(Number(payload));
  }

  private async pause(milliseconds: number, client?: Client): Promise<void> {
    const ended = new AbortController();
    const end = (): void => ended.abort();
    client?.once('end', end);
    const signal = AbortSignal.any([this.stopping.signal, ended.signal]);
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});
    client?.off('end', end);
  }
}
