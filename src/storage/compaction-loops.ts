import { CompactionLoop, type CompactionLoopOptions } from './compaction-loop.js';
import type { Storage } from './storage.js';

/** The loops that compact the stores of a server, one for each: their revisions are unrelated. */
export class CompactionLoops {
  private readonly loops: readonly CompactionLoop[];

  constructor(stores: readonly Storage[], optionsOf: (store: Storage) => CompactionLoopOptions) {
    this.loops = stores.map((store) => new CompactionLoop(store, optionsOf(store)));
  }

  /** Starts in all of them. */
  start(): void {
    for (const loop of this.loops) loop.start();
  }

  /** Compacts no more, and waits for compactions that are under way. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
