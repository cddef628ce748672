import type { Logger } from '../observability/index.js';
import type { StorageChannelServer } from '../storage/channel/index.js';
import type { Welcome } from './control-messages.js';
import { RestartBackoff } from './restart-backoff.js';
import type { SharedSockets } from './shared-sockets.js';
import { type WholeMetrics } from './whole-metrics.js';
import { type WorkerEnd, type WorkerListener, WorkerProcess, type WorkerProgram } from './worker-process.js';

/** The dependencies of the supervisor. */
export interface SupervisorParts {
  /** How many workers there are to be. */
  readonly count: number;
  readonly program: WorkerProgram;
  readonly sockets: SharedSockets;
  /** The store that workers use; undefined where each opens its own. */
  readonly store: Pick<StorageChannelServer, 'serve'> | undefined;
  readonly metrics: WholeMetrics;
  readonly logger: Logger;
  /** Called once when a worker listens. */
  readonly onListening: (welcome: Welcome) => void;
  /** Called when no worker can be started any more. */
  readonly onHopeless: (reason: string) => void;
}

/** Starts workers, replaces those that end, chooses the one that leads, and ends them. */
export class Supervisor {
  private readonly workers = new Set<WorkerProcess>();
  private readonly backoff = new RestartBackoff();
  private readonly listener: WorkerListener;
  private leader: WorkerProcess | undefined;
  private isStarted = false;
  private isWelcomed = false;
  private isStopping = false;
  private restarting = Promise.resolve();

  constructor(private readonly parts: SupervisorParts) {
    const { metrics } = parts;
    this.listener = {
      onListening: (welcome) => this.onListening(welcome),
      collectOthers: (asking) => metrics.othersOf(asking, this.workers),
      onReset: () => metrics.resetAll(this.workers),
    };
  }

  /**
   * Starts the first worker, which makes what is missing, and then one after another: each looks after the files of the
   * server, and should do it at its own time. Resolves when all serve; rejects with the reason where the first cannot.
   */
  start(): Promise<void> {
    const started = this.startAll();
    this.restarting = started.catch(() => {});
    return started;
  }

  /** Makes all workers read changed files again. */
  async reload(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.reload()));
  }

  /**
   * Replaces one worker after another, each by one that serves before it goes. Those that are starting are replaced too, once
   * they serve: they may have read options of before. One that cannot be started ends that.
   */
  restart(): Promise<void> {
    this.restarting = this.restarting.then(() => this.restartAll());
    return this.restarting;
  }

  /** Shuts all down; resolves when they have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const worker of this.workers) if (worker.isReady) worker.close();
    for (const worker of this.workers) if (!worker.isReady) worker.kill();
    await Promise.all([...this.workers].map(({ ended }) => ended));
  }

  /** Ends all at once. */
  kill(): void {
    this.isStopping = true;
    for (const worker of this.workers) worker.kill();
  }

  private async startAll(): Promise<void> {
    await this.add().ready;
    this.isStarted = true;
    // One that ends before it serves is replaced like any other.
    while (this.missing > 0 && !this.isStopping) await this.add().ready.catch(() => {});
  }

  private add(): WorkerProcess {
    const { program, sockets, store, logger } = this.parts;
    const worker = new WorkerProcess({ number: this.freeNumber(), program, sockets, listener: this.listener });
    this.workers.add(worker);
    store?.serve(worker.channel, (fault) => this.onChannelClosed(worker, fault));
    void worker.ended.then((end) => this.onEnded(worker, end));
    worker.ready.then(
      () => logger.info('a worker serves', { worker: worker.number, pid: worker.pid }),
      () => {},
    );
    if (!this.leader) this.appoint(worker);
    return worker;
  }

  /** The lowest number that no process has. */
  private freeNumber(): number {
    const taken = new Set([...this.workers].map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }

  private appoint(worker: WorkerProcess | undefined): void {
    this.leader = worker;
    worker?.lead();
  }

  private onListening(welcome: Welcome): void {
    if (!this.isWelcomed) this.parts.onListening(welcome);
    this.isWelcomed = true;
  }

  /** A worker that has lost the store cannot continue: its caches are behind for ever. */
  private onChannelClosed(worker: WorkerProcess, fault: Error | undefined): void {
    if (worker.isEnding && !fault) return;
    if (fault) this.parts.logger.error('the channel of a worker was closed', { worker: worker.number, error: fault });
    worker.kill();
  }

  private onEnded(worker: WorkerProcess, end: WorkerEnd): void {
    const { metrics } = this.parts;
    this.workers.delete(worker);
    metrics.retire(worker);
    if (worker === this.leader) this.appoint(this.successor());
    if (this.isStopping || !this.isStarted) return;
    if (this.missing > 0) this.replace(worker, end);
  }

  private successor(): WorkerProcess | undefined {
    const able = [...this.workers].filter(({ isEnding }) => !isEnding);
    return able.find(({ isReady }) => isReady) ?? able[0];
  }

  /** How many workers there are too few. */
  private get missing(): number {
    return this.parts.count - [...this.workers].filter(({ isEnding }) => !isEnding).length;
  }

  private replace(worker: WorkerProcess, { code, signal, ranMs }: WorkerEnd): void {
    const { logger, metrics, onHopeless } = this.parts;
    const delayMs = this.backoff.delayAfter(ranMs);
    logger.error('a worker ended and is replaced', { worker: worker.number, pid: worker.pid, code, signal, delayMs });
    metrics.countReplacement();
    if (this.backoff.isHopeless && ![...this.workers].some(({ isReady }) => isReady)) {
      void worker.ready.catch((error: Error) => onHopeless(error.message));
      if (worker.isReady) onHopeless('workers end soon after their start');
      return;
    }
    setTimeout(() => {
      if (!this.isStopping && this.missing > 0) this.add();
    }, delayMs);
  }

  private async restartAll(): Promise<void> {
    const { logger } = this.parts;
    const old = [...this.workers].filter(({ isEnding }) => !isEnding);
    logger.info('the workers are replaced one after another', { workers: old.length });
    for (const worker of old) {
      await worker.ready.catch(() => {});
      if (this.isStopping || worker.isEnding) continue;
      if (!(await this.exchange(worker))) return;
    }
  }

  /** Replaces a worker; false where the new one cannot be started. */
  private async exchange(old: WorkerProcess): Promise<boolean> {
    const next = this.add();
    try {
      await next.ready;
    } catch (error) {
      this.parts.logger.error('a worker cannot be replaced; the former ones stay', { error });
      return false;
    }
    if (this.isStopping) return false;
    if (this.leader === old) {
      await old.release();
      this.appoint(next);
    }
    old.retire();
    await old.ended;
    return true;
  }
}
