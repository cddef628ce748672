import { type ApiServer, type StartApiServerOptions, startApiServer } from '../../index.js';
import { type Clock, type Logger, SystemClock, createLogger } from '../../observability/index.js';
import type { ServerParts } from '../../server/index.js';
import { clusterPlugin } from '../cluster/cluster.plugin.js';
import { addNodes } from '../cluster/nodes/add-nodes.js';
import { type NodesToAdd, PodScripts } from '../cluster/nodes/fake-nodes.js';
import { FakeClock } from '../fake-clock.js';
import { FaultSwitches } from '../faults/fault-switches.js';
import { RequestRecorder } from '../recorder/request-recorder.js';
import { MemoryStorage } from '../store/memory-storage.js';
import type { StoreSnapshot } from '../store/store-snapshot.js';
import { letGo, noteClosed } from './left-open.js';
import { explainWaiting } from './explain-waiting.js';
import { type DrawCounts, SeededIdentifiers } from './seeded-identifiers.js';
import { StartTemplates } from './start-templates.js';

/** Where the files of a server are, and what a test replaces. */
export interface InProcessOptions extends StartApiServerOptions {
  readonly folder: string;
  readonly clock?: Clock;
  readonly seed?: string | number;
  /** How many fake nodes there are; without a number nothing runs workloads. */
  readonly nodes?: number;
  /** The key under which the content of the store after the start is shared with other servers; not shared without. */
  readonly templateKey?: string;
  /** The content that its store begins with where no other server has shared its start. */
  readonly content?: () => StoreSnapshot | undefined;
}

/** A state that can be put back. */
interface SavedState {
  readonly store: StoreSnapshot;
  readonly drawn: DrawCounts | undefined;
}

/** Shared by the servers of a process. */
const TEMPLATES = new StartTemplates();

/** Works that a message names. */
const SHOWN_WORK = 10;

/** Turns of the event loop in which a change has reached all followers of the store. */
const TURNS = 2;

/** A server in this process with everything that a test can do to it. */
export class InProcessServer {
  readonly faults = new FaultSwitches(() => this.expireHistory());
  readonly recorder = new RequestRecorder();
  readonly scripts = new PodScripts();
  private readonly states: SavedState[] = [];
  private logger!: Logger;
  private parts!: ServerParts;
  private server!: ApiServer;

  private constructor(
    readonly clock: Clock,
    private readonly storage: MemoryStorage,
    private readonly identifiers: SeededIdentifiers | undefined,
  ) {}

  /** Starts it. Rejects as `startApiServer` does. */
  static async start({ clock = new SystemClock(), seed, ...options }: InProcessOptions): Promise<InProcessServer> {
    const { templateKey } = options;
    const content = templateKey === undefined ? undefined : (TEMPLATES.find(templateKey) ?? options.content?.());
    const storage = new MemoryStorage(clock, content);
    const identifiers = seed === undefined ? undefined : new SeededIdentifiers(String(seed));
    const own = new InProcessServer(clock, storage, identifiers);
    await own.open(options);
    return own;
  }

  /** The running server. */
  get api(): ApiServer {
    return this.server;
  }

  /** Keeps it from holding a process that runs tests, see `letGo`. */
  letGo(startedAt: string): void {
    const { listener } = this.parts;
    letGo(
      this,
      () => {
        listener.unref();
        listener.on('connection', (socket) => void socket.unref());
      },
      startedAt,
    );
  }

  /** The stores of all kinds, without HTTP and without faults. */
  get stores(): ServerParts['stores'] {
    return this.parts.stores;
  }

  /** The content of the store as it is now. */
  get content(): StoreSnapshot {
    return this.storage.snapshot();
  }

  /** Saves the state; the answer names it. */
  snapshot(): number {
    return this.states.push({ store: this.storage.snapshot(), drawn: this.identifiers?.drawn }) - 1;
  }

  /** Restores a state, and ends the watches of clients. Throws RangeError for a state that was not saved. */
  restore(id: number): void {
    const state = this.states[id];
    if (!state) throw new RangeError('this server has no such snapshot');
    this.changeStore(() => this.storage.restore(state.store));
    if (this.identifiers && state.drawn) this.identifiers.drawn = state.drawn;
  }

  /** Restores the state after the start; faults and recorded requests are forgotten. */
  async reset(): Promise<void> {
    this.faults.clear();
    this.scripts.clear();
    await this.explained('reset()', this.parts.controllers.finishWork());
    this.restore(0);
    await this.settled();
    this.recorder.clear();
  }

  /** Adds fake nodes; returns their names. */
  addNodes(nodes: NodesToAdd): Promise<string[]> {
    return addNodes(this.stores, nodes);
  }

  /** Discards all history: older resource versions are expired, watches of clients end. */
  expireHistory(): void {
    const revision = this.storage.currentRevision();
    void this.storage.compact(revision);
    this.parts.cache.expireHistory(revision);
  }

  /** Resolves when no controller has anything to do that is due. One that takes long is logged, with what it waits for. */
  settled(): Promise<void> {
    return this.explained('settled()', this.settle());
  }

  private explained(what: string, promise: Promise<void>): Promise<void> {
    const report = (message: string): void => this.logger.warn(message);
    const unchangedMs = this.watchRevision();
    const stuckMs = (): number => Math.min(unchangedMs(), this.parts.controllers.oldestWorkMs());
    return explainWaiting(promise, { what, report, stuckMs, explain: () => this.workText() });
  }

  /** Returns for how long the store has not changed, as far as it has been asked. */
  private watchRevision(): () => number {
    let seen = this.storage.currentRevision();
    let at = performance.now();
    return () => {
      const now = performance.now();
      const revision = this.storage.currentRevision();
      if (revision !== seen) at = now;
      seen = revision;
      return now - at;
    };
  }

  private async settle(): Promise<void> {
    for (let before = -1; before !== this.storage.currentRevision();) {
      before = this.storage.currentRevision();
      for (let turn = 0; turn < TURNS; turn++) await passTurn();
      await this.parts.controllers.settled();
    }
  }

  private workText(): string {
    const work = this.parts.controllers.pendingWork();
    if (work.length === 0) return 'no controller works on anything';
    const more = work.length > SHOWN_WORK ? `; and ${work.length - SHOWN_WORK} more` : '';
    return `${work.slice(0, SHOWN_WORK).join('; ')}${more}`;
  }

  /** Moves a fake clock, letting everything that becomes due on the way have its effect before the next. */
  async advance(milliseconds: number): Promise<void> {
    const { clock } = this;
    if (!(clock instanceof FakeClock)) throw new TypeError('the server goes by the clock of the machine');
    const target = clock.monotonic() + milliseconds;
    // Stepped controllers have not begun with work that is due now.
    await this.settled();
    while (clock.monotonic() < target) {
      clock.advance(Math.min(clock.untilNext(), target - clock.monotonic()));
      await this.settled();
    }
  }

  /** Ends the server. A fake clock advances meanwhile: the server waits for what is in progress, which may wait for the clock. */
  async close(): Promise<void> {
    noteClosed(this);
    this.faults.clear();
    let isClosed = false;
    const closing = this.server.close().finally(() => (isClosed = true));
    while (this.clock instanceof FakeClock && !isClosed) {
      await passTurn();
      const next = this.clock.untilNext();
      if (Number.isFinite(next)) this.clock.advance(next);
    }
    return closing;
  }

  private async open({
    folder,
    nodes,
    plugins = [],
    templateKey,
    content: _content,
    ...options
  }: Omit<InProcessOptions, 'clock' | 'seed'>): Promise<void> {
    const { clock, identifiers, recorder, faults } = this;
    // Tests are to show why something failed.
    this.logger = options.logger ?? createLogger({ format: 'text', leastLevel: 'warn' });
    this.server = await startApiServer({
      ...options,
      logger: this.logger,
      plugins: nodes === undefined ? plugins : [...plugins, clusterPlugin(this.scripts)],
      extensions: { development: true, ...options.extensions },
      storage: { ...options.storage, dataDir: folder },
      engine: { engine: async () => this.storage },
      instruments: {
        clock,
        identifiers,
        gate: (request, proceed) => {
          recorder.followBody(request);
          return faults.pass(request, proceed);
        },
        opened: (parts) => {
          this.parts = parts;
          parts.observers.add(recorder);
        },
      },
    });
    await this.settled();
    if (templateKey !== undefined) TEMPLATES.keep(templateKey, this.storage.snapshot());
    if (nodes !== undefined) await this.addNodes({ count: nodes });
    await this.settled();
    if (identifiers) await this.renumber();
    recorder.clear();
    this.snapshot();
  }

  /** Start hooks and controllers write at the same time: in which order is not a matter of the seed. */
  private async renumber(): Promise<void> {
    this.changeStore(() => this.storage.renumber());
    await this.settled();
  }

  /** Changes the store as a whole, and ends the watches of clients. */
  private changeStore(change: () => void): void {
    this.parts.cache.expireHistory(this.storage.currentRevision());
    change();
    this.parts.cache.expireHistory(this.storage.currentRevision());
  }
}

/** Resolves when everything that is due in the event loop has happened. */
function passTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
