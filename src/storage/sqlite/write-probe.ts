import { unreachable } from '../storage-error.js';

/** How long a write that succeeded speaks for the next, in milliseconds. */
const FRESH = 500;
/** How long a write may take before the store counts as out of reach, in milliseconds. */
const PATIENCE = 5000;

/** Tells whether writes succeed: by the last one, or by trying where there was none lately. */
export class WriteProbe {
  private lastSuccess = -Infinity;
  private trial: Promise<void> | undefined;

  /** `tryWrite` writes something that does not matter. */
  constructor(private readonly tryWrite: () => Promise<void>) {}

  /** A write has succeeded. */
  noteSuccess(): void {
    this.lastSuccess = performance.now();
  }

  /** A write has failed: the next question is not answered by those before. */
  noteFailure(): void {
    this.lastSuccess = -Infinity;
  }

  /** Resolves when writes succeed; rejects with the error of the trial, or with `Unreachable` when it takes too long. */
  async check(): Promise<void> {
    if (performance.now() - this.lastSuccess < FRESH) return;
    this.trial ??= this.tryWrite()
      .then(() => this.noteSuccess())
      .finally(() => {
        this.trial = undefined;
      });
    await withPatience(this.trial);
  }
}

async function withPatience(trial: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable('the store does not answer')), PATIENCE);
  });
  try {
    await Promise.race([trial, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
