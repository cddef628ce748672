import { OptionsError } from './problem.js';

/** Several things keep the server from starting. The message names each. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(readonly failures: readonly unknown[]) {
    super(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('\n'));
  }
}

/** Runs every step and throws all failures together, so that one run reports every problem. */
export function takeAll(...steps: (() => void)[]): void {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      failures.push(error);
    }
  }
  throwTogether(failures);
}

/** Waits for all of them, and rejects with what failed together. */
export async function waitForAll<T extends readonly unknown[]>(
  ...started: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const outcomes = await Promise.allSettled(started);
  throwTogether(outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

function throwTogether(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.every((failure) => failure instanceof OptionsError)) {
    throw new OptionsError(failures.flatMap(({ problems }) => problems));
  }
  throw failures.length === 1 ? failures[0] : new StartError(failures);
}
