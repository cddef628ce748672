import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { letGo, noteClosed } from '../server/left-open.js';
import type { Operations } from '../server/make-handle.js';
import type { ServerFacts } from '../server/server-operations.js';
import type { Call, Message, ThreadOptions } from './calls.js';

/** Settles a call that was sent. */
interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A server in its own thread. */
export interface ThreadServer {
  readonly facts: ServerFacts;
  readonly operations: Operations;
  /** Keeps it from holding a process that runs tests. */
  letGo(startedAt: string): void;
}

/** Starts a server in a thread, whose event loop the test does not block. */
export function startThread(options: ThreadOptions): Promise<ThreadServer> {
  const worker = new Worker(workerFile(), { workerData: options });
  const calls = new ThreadCalls(worker);
  return new Promise((resolve, reject) => {
    worker.once('message', (message: Message) => {
      if ('ready' in message) {
        const { ready: facts } = message;
        return resolve({ facts, operations: calls.operations(), letGo: (startedAt) => calls.letGo(startedAt) });
      }
      void worker.terminate();
      reject('failed' in message ? message.failed : new Error('the thread sent something unexpected'));
    });
    worker.once('error', reject);
  });
}

/** The built worker, also where the sources run: threads take no TypeScript. */
function workerFile(): string {
  const root = dirname(createRequire(import.meta.url).resolve('binnacle/package.json'));
  return join(root, 'dist', 'src', 'testing', 'thread', 'worker.js');
}

class ThreadCalls {
  private readonly waiting = new Map<number, Waiting>();
  private sent = 0;
  private end: Error | undefined;
  private isLetGo = false;

  constructor(private readonly worker: Worker) {
    worker.on('message', (message: Message) => this.settle(message));
    worker.on('error', (error) => this.failAll(error as Error));
    worker.on('exit', () => {
      noteClosed(this);
      this.failAll(new Error('the server is closed'));
    });
  }

  /** Keeps the thread from holding the process, but while something waits for it. */
  letGo(startedAt: string): void {
    letGo(
      this,
      () => {
        this.isLetGo = true;
        this.worker.unref();
      },
      startedAt,
    );
  }

  /** Every operation as a call. */
  operations(): Operations {
    const call = (operation: keyof Operations) => {
      return (...words: readonly unknown[]) => this.call(operation, words);
    };
    return new Proxy({} as Operations, {
      get: (_, operation) => call(operation as keyof Operations),
    });
  }

  private call(operation: keyof Operations, words: readonly unknown[]): Promise<unknown> {
    // Closing twice is harmless.
    if (this.end) return operation === 'close' ? Promise.resolve() : Promise.reject(this.end);
    // The process may exit before the thread has.
    if (operation === 'close') noteClosed(this);
    const id = ++this.sent;
    const call: Call = { id, operation, words };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.isLetGo) this.worker.ref();
      this.worker.postMessage(call);
    });
  }

  private settle(message: Message): void {
    if (!('id' in message)) return;
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.isLetGo && this.waiting.size === 0) this.worker.unref();
    if ('error' in message) waiting?.reject(message.error);
    else waiting?.resolve(message.result);
  }

  private failAll(error: Error): void {
    this.end ??= error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
