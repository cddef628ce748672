import { Session } from 'node:inspector/promises';
import { CPU_INTERVAL, cpuProfile } from './cpu-profile.js';
import { HEAP_INTERVAL, type SampledHeap, heapProfile } from './heap-profile.js';
import type { StackProfile } from './stack-profile.js';

/** Waits for the time of a profile; rejects where it is given up. */
export type Wait = () => Promise<void>;

/** Samples what the process executes until `wait` is over. */
export async function sampleCpu(wait: Wait): Promise<Buffer> {
  return withSession(async (session) => {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: CPU_INTERVAL });
    const startedAt = Date.now();
    await session.post('Profiler.start');
    await wait();
    const { profile } = await session.post('Profiler.stop');
    return cpuProfile(profile, startedAt);
  });
}

/** Samples allocations until `wait` is over: those that are still in use then, or all. */
export async function sampleHeap(kind: 'heap' | 'allocs', wait: Wait): Promise<Buffer> {
  const isAll = kind === 'allocs';
  return withSession(async (session) => {
    const startedAt = Date.now();
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: HEAP_INTERVAL,
      includeObjectsCollectedByMajorGC: isAll,
      includeObjectsCollectedByMinorGC: isAll,
    });
    await wait();
    const { profile } = await session.post('HeapProfiler.stopSampling');
    // Node's types lack the samples.
    const sampled = profile as unknown as SampledHeap;
    return heapProfile(sampled, isAll ? 'alloc_space' : 'inuse_space', {
      startedAt,
      milliseconds: Date.now() - startedAt,
    });
  });
}

/** Disconnecting ends what the session has started. */
async function withSession(sample: (session: Session) => Promise<StackProfile>): Promise<Buffer> {
  const session = new Session();
  session.connect();
  let profile: StackProfile;
  try {
    profile = await sample(session);
  } finally {
    session.disconnect();
  }
  return profile.encode();
}
