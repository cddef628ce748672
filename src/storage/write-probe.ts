import { unreachable } from './storage-error.js';

/** How long a write that succeeded speaks for the next, in milliseconds. */
const FRESH = 500;
/** How long a write may take before the store counts as out of reach, in milliseconds. */
const PATIENCE = 5000;
/** Most bytes that are written to find out whether writes succeed again: no object is much larger. */
const MOST_TRIED = 4 << 20;

/**
 * True if writes succeed: by the last one, or by trying unless there was one lately. After a failure only a write that
 * began later and is as large counts: on a full disk the small ones still find room.
 */
export class WriteProbe {
  private lastSuccess = -Infinity;
  private failures = 0;
  /** Bytes of the largest write that failed and has not succeeded since; 0 where the last one succeeded. */
  private failedBytes = 0;
  private trial: Promise<void> | undefined;

  /** `tryWrite` writes the given number of bytes, whose content does not matter. */
  constructor(private readonly tryWrite: (bytes: number) => Promise<void>) {}

  /** Records that a write of so many bytes has succeeded. */
  noteSuccess(bytes: number): void {
    if (bytes < this.failedBytes) return;
    this.failedBytes = 0;
    this.lastSuccess = performance.now();
  }

  /** Records that a write of so many bytes has failed: the next check does not rely on earlier ones. */
  noteFailure(bytes: number): void {
    this.failures++;
    this.failedBytes = Math.max(this.failedBytes, Math.min(bytes, MOST_TRIED));
    this.lastSuccess = -Infinity;
  }

  /** Resolves when writes succeed; rejects with the error of the trial, or with `Unreachable` when it takes too long. */
  async check(): Promise<void> {
    if (performance.now() - this.lastSuccess < FRESH) return;
    this.trial ??= this.try().finally(() => {
      this.trial = undefined;
    });
    await withPatience(this.trial);
  }

  private async try(): Promise<void> {
    const { failures, failedBytes } = this;
    await this.tryWrite(failedBytes);
    if (failures !== this.failures) throw unreachable('a write has failed meanwhile');
    this.noteSuccess(failedBytes);
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
