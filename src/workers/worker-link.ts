import { Socket } from 'node:net';
import { WORKER_VARIABLE } from '../options/index.js';
import { RemoteStorage } from '../storage/channel/index.js';
import { type ToSupervisor, type ToWorker, WORKER_FD, type Welcome } from './control-messages.js';
import { Questions } from './questions.js';

/** The actions of a worker that the first process asks for. */
export interface WorkerDuties {
  lead(isLeader: boolean): void;
  /** Resolves when nothing that only the leader may do is under way. */
  release(): Promise<void>;
  close(): Promise<void>;
  retire(): Promise<void>;
  reload(): Promise<void>;
  collect(): Promise<Uint8Array>;
  reset(): void;
  /** Called when the first process is gone. */
  abandon(): void;
}

/** The first process, as a worker sees it. */
export class WorkerLink {
  private readonly questions = new Questions((message) => this.send(message as ToSupervisor));
  private duties: WorkerDuties | undefined;
  private readonly early: ToWorker[] = [];

  private constructor(
    /** The number of this worker. */
    readonly number: number,
  ) {
    process.on('message', (message) => this.onMessage(message as ToWorker));
    process.on('disconnect', () => this.duties?.abandon());
    // The first process gets these too, and says what is to be done.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  }

  /** Returns the link of a process that is a worker; undefined in any other. To be called once. */
  static find(environment: NodeJS.ProcessEnv): WorkerLink | undefined {
    const number = environment[WORKER_VARIABLE];
    delete environment[WORKER_VARIABLE];
    return number === undefined ? undefined : new WorkerLink(Number(number));
  }

  /** Opens the store of the first process. */
  openStorage(): Promise<RemoteStorage> {
    return RemoteStorage.open(new Socket({ fd: WORKER_FD.channel }));
  }

  /** Executes requests from now on, and those that came before. */
  serve(duties: WorkerDuties): void {
    this.duties = duties;
    if (!process.connected) duties.abandon();
    for (const message of this.early.splice(0)) this.onMessage(message);
  }

  listening(welcome: Welcome): void {
    this.send({ type: 'listening', welcome });
  }

  ready(): void {
    this.send({ type: 'ready' });
  }

  /** Reports why the start failed; resolves when that has been sent. */
  failed(reason: string): Promise<void> {
    return this.sendLast({ type: 'failed', reason });
  }

  /** Leaves the last metrics to the first process; resolves when they have been sent. */
  leaveMetrics(content: Uint8Array): Promise<void> {
    return this.sendLast({ type: 'metrics', content });
  }

  /** Exchanges the metrics of this process for those of all others. */
  async collectOthers(own: Uint8Array): Promise<readonly Uint8Array[]> {
    return ((await this.questions.ask({ type: 'others', own })) as readonly Uint8Array[] | undefined) ?? [];
  }

  /** Resets the metrics of all processes. */
  resetAll(): void {
    this.send({ type: 'resetAll' });
  }

  private onMessage(message: ToWorker): void {
    if (this.questions.take(message)) return;
    if (!this.duties) this.early.push(message);
    else this.carryOut(message, this.duties);
  }

  private carryOut(message: ToWorker, duties: WorkerDuties): void {
    switch (message.type) {
      case 'lead':
        return duties.lead(message.isLeader);
      case 'release':
        return void this.answer(message.id, duties.release());
      case 'close':
        return void duties.close();
      case 'retire':
        return void duties.retire();
      case 'reload':
        return void this.answer(message.id, duties.reload());
      case 'collect':
        return void this.answer(message.id, duties.collect());
      case 'reset':
        return duties.reset();
      case 'ping':
        return this.send({ type: 'reply', id: message.id, content: true });
      case 'reply':
        return;
    }
  }

  private async answer(id: number, work: Promise<unknown>): Promise<void> {
    this.send({ type: 'reply', id, content: await work.catch(() => undefined) });
  }

  private send(message: ToSupervisor): void {
    if (process.connected) process.send!(message, undefined, undefined, () => {});
  }

  private sendLast(message: ToSupervisor): Promise<void> {
    return new Promise((resolve) => {
      if (process.connected) process.send!(message, undefined, undefined, () => resolve());
      else resolve();
    });
  }
}
