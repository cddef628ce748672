import { type CallFrame, StackProfile } from './stack-profile.js';

/** Bytes between samples, as in Go (runtime.MemProfileRate). */
export const HEAP_INTERVAL = 512 * 1024;

/** The time of a heap profile. */
export interface HeapProfileTime {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** A node of the tree of stacks; `selfSize` is scaled from its samples to all allocations. */
interface HeapNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

/** A sampling heap profile of V8 (HeapProfiler.SamplingHeapProfile of its protocol). */
export interface SampledHeap {
  readonly head: HeapNode;
  readonly samples: readonly { readonly nodeId: number }[];
}

/** Converts a heap profile of V8: the samples and the bytes of each stack. `type` names the bytes. */
export function heapProfile(
  { head, samples }: SampledHeap,
  type: 'inuse_space' | 'alloc_space',
  time: HeapProfileTime,
): StackProfile {
  const profile = new StackProfile({
    sampleTypes: [
      { type: 'samples', unit: 'count' },
      { type, unit: 'bytes' },
    ],
    periodType: { type: 'space', unit: 'bytes' },
    period: HEAP_INTERVAL,
    ...time,
  });
  const counts = new Map<number, number>();
  for (const { nodeId } of samples) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const add = ({ id, callFrame, selfSize, children }: HeapNode, callers: readonly CallFrame[]): void => {
    const stack = callFrame.functionName === '(root)' ? callers : [callFrame, ...callers];
    if (selfSize > 0 && stack.length > 0) profile.add(stack, [counts.get(id) ?? 0, selfSize]);
    for (const child of children) add(child, stack);
  };
  add(head, []);
  return profile;
}
