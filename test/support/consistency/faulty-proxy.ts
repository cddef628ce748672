import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Relay {
  readonly near: Socket;
  readonly far: Socket;
  /** The name of the peer that has connected; undefined until it has sent it. */
  source?: string;
}

/** Finds in what was sent first who sends it. */
export type Identify = (bytes: Buffer) => string | undefined;

/** A blockade of some connections: they break, or hold what is sent until `heal`. */
export interface Blockade {
  readonly of: (source: string | undefined) => boolean;
  readonly how: 'cut' | 'hold';
}

/** A relay between a server and its store whose connections fail as networks do. */
export class FaultyProxy {
  private readonly relays = new Set<Relay>();
  /** When what has been received for a socket so far is written. */
  private readonly passed = new WeakMap<Socket, Promise<void>>();
  private isHolding = false;
  private isLosingReplies = false;
  private delayMs = 0;
  private blockade: Blockade = NONE;
  /** Releases of what a blockade holds back. */
  private readonly held: (() => void)[] = [];
  /** All that have ever said who they are. */
  readonly sources = new Set<string>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly identify: Identify,
  ) {}

  /** Relays connections to the host of a URL. */
  static async start(target: string, identify: Identify = () => undefined): Promise<FaultyProxy> {
    const server = createServer();
    const proxy = new FaultyProxy(server, new URL(target), identify);
    server.on('connection', (near) => proxy.relay(near));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The URL by which the target is reached. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as { port: number }).port);
    return url.href.replace(/\/$/, '');
  }

  /** Breaks all connections, or those of some. */
  cut(of: Blockade['of'] = () => true): void {
    for (const { near, source } of this.relays) if (of(source)) near.resetAndDestroy();
  }

  /** Blocks some connections, those to come among them, until `heal`. */
  block(blockade: Blockade): void {
    this.blockade = blockade;
    if (blockade.how === 'cut') this.cut(blockade.of);
  }

  /** Ends a blockade; what was held back is delivered. */
  heal(): void {
    this.blockade = NONE;
    for (const release of this.held.splice(0)) release();
  }

  /** Holds back what is sent for a time, without breaking anything. */
  async hold(ms: number): Promise<void> {
    this.isHolding = true;
    for (const relay of this.relays) setHeld(relay, true);
    await delay(ms);
    this.isHolding = false;
    for (const relay of this.relays) setHeld(relay, false);
  }

  /** Delays what passes for a time. */
  async slow(byMs: number, ms: number): Promise<void> {
    this.delayMs = byMs;
    await delay(ms);
    this.delayMs = 0;
  }

  /** Loses what the target answers for a time, then breaks all connections: the target has done what it was asked for. */
  async loseReplies(ms: number): Promise<void> {
    this.isLosingReplies = true;
    await delay(ms);
    this.cut();
    this.isLosingReplies = false;
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private relay(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    const relay = { near, far };
    this.relays.add(relay);
    for (const socket of [near, far]) {
      socket.setNoDelay();
      socket.on('error', () => {});
      socket.once('close', () => {
        this.relays.delete(relay);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      this.recognize(relay, bytes);
      this.passUnlessBlocked(bytes, relay, far);
    });
    far.on('data', (bytes) => {
      if (!this.isLosingReplies) this.passUnlessBlocked(bytes, relay, near);
    });
    if (this.isHolding) setHeld(relay, true);
  }

  private recognize(relay: Relay, bytes: Buffer): void {
    relay.source ??= this.identify(bytes);
    if (relay.source !== undefined) this.sources.add(relay.source);
  }

  private passUnlessBlocked(bytes: Buffer, { near, source }: Relay, to: Socket): void {
    const { of, how } = this.blockade;
    if (!of(source)) this.pass(bytes, to);
    else if (how === 'cut') near.resetAndDestroy();
    else this.pass(bytes, to, new Promise((resolve) => this.held.push(resolve)));
  }

  /** In order: each waits for those before it. */
  private pass(bytes: Buffer, to: Socket, until = this.delayMs > 0 ? delay(this.delayMs) : undefined): void {
    const before = this.passed.get(to) ?? Promise.resolve();
    const passed = until ? Promise.all([before, until]).then(() => {}) : before;
    this.passed.set(
      to,
      passed.then(() => void to.write(bytes)),
    );
  }
}

const NONE: Blockade = { of: () => false, how: 'cut' };

function setHeld({ near, far }: Relay, isHeld: boolean): void {
  for (const socket of [near, far]) {
    if (isHeld) socket.pause();
    else socket.resume();
  }
}
