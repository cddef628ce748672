import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';

/** Larger than most files that are read, in bytes. */
const SIZE = 4 << 20;
/** How long the memory is kept for the next file, in milliseconds. */
const KEPT_MS = 3_000;

/**
 * Memory for files whose content is needed one after the other. A buffer of its own for each file of some megabytes leaves holes in
 * the process's memory, which malloc does not release. It is released when no file has been read for three seconds.
 */
export class ReusedBuffer {
  private memory: Buffer | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Memory that is kept for so many milliseconds after a file was read. */
  constructor(private readonly keptMs = KEPT_MS) {}

  /** Returns the content of a file, until the next one is read. Throws as `readFileSync` does. */
  read(path: string): Buffer {
    const file = openSync(path, 'r');
    try {
      const content = this.ofSize(fstatSync(file).size);
      let length = 0;
      for (let more = -1; more !== 0 && length < content.length; length += more) {
        more = readSync(file, content, length, content.length - length, length);
      }
      return content.subarray(0, length);
    } finally {
      closeSync(file);
    }
  }

  /** Releases the memory at once. */
  release(): void {
    clearTimeout(this.timer);
    this.memory = this.timer = undefined;
  }

  private ofSize(bytes: number): Buffer {
    if (!this.memory || this.memory.length < bytes) this.memory = Buffer.allocUnsafeSlow(Math.max(bytes, SIZE));
    this.timer = this.timer?.refresh() ?? setTimeout(() => this.release(), this.keptMs).unref();
    return this.memory.subarray(0, bytes);
  }
}
