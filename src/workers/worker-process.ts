import { type ChildProcess, type StdioOptions, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { WORKER_VARIABLE } from '../options/index.js';
import { type ToSupervisor, type ToWorker, WORKER_FD, type Welcome } from './control-messages.js';
import { Questions } from './questions.js';
import type { SharedSockets } from './shared-sockets.js';

/** The program that workers run. */
export interface WorkerProgram {
  readonly path: string;
  readonly words: readonly string[];
}

/** How a worker ended. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ranMs: number;
}

/** Receives what workers say of their own accord. */
export interface WorkerListener {
  /** Called when a worker listens for the first time. */
  onListening(welcome: Welcome): void;
  /** Sends the metrics of the others to a worker. */
  collectOthers(asking: WorkerProcess): Promise<unknown>;
  /** Called when a client of a worker has reset the metrics. */
  onReset(): void;
}

/** The dependencies of a worker process. */
export interface WorkerProcessParts {
  readonly number: number;
  readonly program: WorkerProgram;
  readonly sockets: SharedSockets;
  readonly listener: WorkerListener;
}

/** How often a worker is asked whether it is alive, and how long it may take to answer, in milliseconds. */
const PING_PERIOD_MS = 15_000;
const PING_TIMEOUT_MS = 60_000;
/** How long metrics may take; those of before count then. */
const COLLECT_TIMEOUT_MS = 3000;

/** A worker, as the first process sees it. */
export class WorkerProcess {
  /** Resolves when it serves; rejects with the reason where it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<WorkerEnd>;
  isReady = false;
  /** True once it is to end. */
  isEnding = false;
  /** Its metrics when it was last asked, or said them. */
  metrics: Uint8Array | undefined;
  private readonly child: ChildProcess;
  private readonly questions = new Questions((message) => this.send(message as ToWorker));
  private reason: string | undefined;
  private settleReady!: { resolve(): void; reject(error: Error): void };

  constructor(private readonly parts: WorkerProcessParts) {
    const { program, sockets, number } = parts;
    const startedAt = performance.now();
    this.child = fork(program.path, program.words, {
      stdio: stdioOf(sockets),
      serialization: 'advanced',
      env: { ...process.env, [WORKER_VARIABLE]: String(number) },
    });
    this.ready = new Promise((resolve, reject) => (this.settleReady = { resolve, reject }));
    this.ready.catch(() => {});
    this.child.on('message', (message) => this.onMessage(message as ToSupervisor));
    this.child.on('error', (error) => (this.reason ??= error.message));
    const ping = setInterval(() => void this.ping(), PING_PERIOD_MS);
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        clearInterval(ping);
        this.isEnding = true;
        this.questions.end();
        this.settleReady.reject(new Error(this.reason ?? `worker ${number} ended early: ${signal ?? `code ${code}`}`));
        resolve({ code, signal, ranMs: performance.now() - startedAt });
      });
    });
  }

  get number(): number {
    return this.parts.number;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** This end of its channel to the store. */
  get channel(): Duplex {
    return this.child.stdio[WORKER_FD.channel] as Duplex;
  }

  /** Makes it the one that runs controllers. */
  lead(): void {
    this.send({ type: 'lead', isLeader: true });
  }

  /** Resolves when it does not lead any more. */
  async release(): Promise<void> {
    await this.questions.ask({ type: 'release' });
  }

  /** Shuts it down with the whole server. */
  close(): void {
    this.isEnding = true;
    this.send({ type: 'close' });
  }

  /** Ends it once its clients have gone elsewhere. */
  retire(): void {
    this.isEnding = true;
    this.send({ type: 'retire' });
  }

  /** Ends it at once. */
  kill(): void {
    this.isEnding = true;
    this.child.kill('SIGKILL');
  }

  /** Resolves when it has read changed files again. */
  async reload(): Promise<void> {
    await this.questions.ask({ type: 'reload' });
  }

  /** Returns its metrics; the previous ones if it does not respond in time. */
  async collect(): Promise<Uint8Array | undefined> {
    const answer = await this.questions.ask({ type: 'collect' }, COLLECT_TIMEOUT_MS);
    if (answer) this.metrics = answer as Uint8Array;
    return this.metrics;
  }

  /** Resets the metrics of the worker. */
  reset(): void {
    this.send({ type: 'reset' });
  }

  private async ping(): Promise<void> {
    const isAlive = (await this.questions.ask({ type: 'ping' }, PING_TIMEOUT_MS)) === true;
    if (isAlive || this.isEnding) return;
    this.reason ??= `worker ${this.number} did not answer for ${PING_TIMEOUT_MS / 1000} s`;
    this.child.kill('SIGKILL');
  }

  private onMessage(message: ToSupervisor): void {
    if (this.questions.take(message)) return;
    const { listener } = this.parts;
    switch (message.type) {
      case 'listening':
        return listener.onListening(message.welcome);
      case 'ready':
        this.isReady = true;
        return this.settleReady.resolve();
      case 'failed':
        this.reason = message.reason;
        return;
      case 'metrics':
        this.metrics = message.content;
        return;
      case 'others':
        // Counts that a client has seen stay, also when the worker ends.
        this.metrics = message.own;
        return void this.answerOthers(message.id);
      case 'resetAll':
        return listener.onReset();
      case 'reply':
        return;
    }
  }

  private async answerOthers(id: number): Promise<void> {
    this.send({ type: 'reply', id, content: await this.parts.listener.collectOthers(this) });
  }

  private send(message: ToWorker): void {
    // Without a callback a message to a process that has just ended would be an uncaught error.
    if (this.child.connected) this.child.send(message, () => {});
  }
}

function stdioOf({ secure, insecure }: SharedSockets): StdioOptions {
  return ['ignore', 'inherit', 'inherit', 'ipc', 'pipe', secure.fd, ...(insecure ? [insecure.fd] : [])];
}
