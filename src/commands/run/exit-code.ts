import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { codeOfSignal } from './signal-relay.js';

/** Waits for the end of a process; returns its exit code, as shells do. Rejects where it could not be started. */
export async function exitCodeOf(child: ChildProcess): Promise<number> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal === null ? (code ?? 0) : codeOfSignal(signal);
}
