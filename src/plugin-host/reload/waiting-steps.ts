import type { ReportUndo } from '../install/index.js';

/** A step of a change that may wait, and how to undo it; some have to do nothing in one of the directions. */
export interface WaitingStep<T> {
  /** The part that it changes, as the log names it. */
  readonly name: string;
  readonly run?: (subject: T) => void | Promise<void>;
  readonly undo?: (subject: T) => void | Promise<void>;
}

/**
 * Runs steps in order; those that do not wait run without a pause, so that no request comes between them. Where one fails,
 * undoes those before it, the latest first, and rejects with its error. A step that cannot be undone is reported, and the
 * others follow.
 */
export async function runWaiting<T>(steps: readonly WaitingStep<T>[], subject: T, report: ReportUndo): Promise<void> {
  const done: WaitingStep<T>[] = [];
  try {
    for (const step of steps) {
      const running = step.run?.(subject);
      if (running) await running;
      done.unshift(step);
    }
  } catch (error) {
    await undoAll(done, subject, report);
    throw error;
  }
}

async function undoAll<T>(done: readonly WaitingStep<T>[], subject: T, report: ReportUndo): Promise<void> {
  for (const { name, undo } of done) {
    try {
      const undoing = undo?.(subject);
      if (undoing) await undoing;
    } catch (error) {
      report(name, error);
    }
  }
}
