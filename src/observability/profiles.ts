import type { Clock } from './clock.js';

/** The profiles that can be taken. */
export type ProfileKind = 'profile' | 'heap' | 'allocs';

/** A profile that cannot be taken because another one is under way. */
export class ProfilerInUse extends Error {
  override readonly name = 'ProfilerInUse';
}

/** Takes profiles of this process, in the format of pprof; one of the CPU and one of the heap at a time. */
export class Profiles {
  private readonly running = new Set<'cpu' | 'heap'>();

  constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

  /**
   * Samples for some seconds. Rejects with ProfilerInUse where that is under way already, and with the reason of the
   * signal, at once, when it is aborted.
   */
  async take(kind: ProfileKind, seconds: number, signal: AbortSignal): Promise<Buffer> {
    const sampled = kind === 'profile' ? 'cpu' : 'heap';
    if (this.running.has(sampled)) throw new ProfilerInUse(`${sampled} profiling already in use`);
    this.running.add(sampled);
    try {
      const { sampleCpu, sampleHeap } = await import('./profiling/sampling.js');
      const wait = async (): Promise<void> => {
        await this.clock.sleep(seconds * 1000, signal);
        signal.throwIfAborted();
      };
      return await (kind === 'profile' ? sampleCpu(wait) : sampleHeap(kind, wait));
    } finally {
      this.running.delete(sampled);
    }
  }
}
