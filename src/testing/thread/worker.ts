import { parentPort, workerData } from 'node:worker_threads';
import type { Operations } from '../server/make-handle.js';
import { openServer } from '../server/open-server.js';
import type { Call, Message, ThreadOptions } from './calls.js';

/** Serves until the server is closed. */
async function serve(): Promise<void> {
  const { facts, operations } = await openServer(workerData as ThreadOptions);
  send({ ready: facts });
  parentPort!.on('message', (call: Call) => void answer(operations, call));
}

async function answer(operations: Operations, { id, operation, words }: Call): Promise<void> {
  try {
    const run = operations[operation] as (...words: readonly unknown[]) => Promise<unknown>;
    const result = await run.apply(operations, [...words]);
    send({ id, result });
    if (operation === 'close') parentPort!.close();
  } catch (error) {
    send({ id, error });
  }
}

function send(message: Message): void {
  parentPort!.postMessage(message);
}

// Only the message of an error: its class may not be cloneable.
serve().catch((error: unknown) => send({ failed: new Error(error instanceof Error ? error.message : String(error)) }));
