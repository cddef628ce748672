import type { Profiler } from 'node:inspector';
import { type CallFrame, StackProfile } from './stack-profile.js';

/** Ten milliseconds, as in Go, in the microseconds of V8. */
export const CPU_INTERVAL = 10_000;
/** Frames of V8 that are no work. */
const IDLE: ReadonlySet<string> = new Set(['(idle)', '(root)']);

interface Node {
  readonly frame: CallFrame;
  parent: Node | undefined;
  count: number;
  microseconds: number;
}

/** Converts a CPU profile of V8: the samples and the time of each stack, without the time in which nothing ran. */
export function cpuProfile(
  { nodes, samples = [], timeDeltas = [], ...times }: Profiler.Profile,
  startedAt: number,
): StackProfile {
  const profile = new StackProfile({
    sampleTypes: [
      { type: 'samples', unit: 'count' },
      { type: 'cpu', unit: 'nanoseconds' },
    ],
    periodType: { type: 'cpu', unit: 'nanoseconds' },
    period: CPU_INTERVAL * 1000,
    startedAt,
    milliseconds: (times.endTime - times.startTime) / 1000,
  });
  const known = treeOf(nodes);
  samples.forEach((id, index) => {
    const node = known.get(id);
    if (!node) return;
    node.count++;
    // A sample stands for the time until the next one.
    node.microseconds += Math.max(0, timeDeltas[index + 1] ?? CPU_INTERVAL);
  });
  for (const node of known.values()) {
    if (node.count > 0 && !IDLE.has(node.frame.functionName))
      profile.add(stackOf(node), [node.count, node.microseconds * 1000]);
  }
  return profile;
}

function treeOf(nodes: readonly Profiler.ProfileNode[]): Map<number, Node> {
  const known = new Map<number, Node>(
    nodes.map(({ id, callFrame }) => [id, { frame: callFrame, parent: undefined, count: 0, microseconds: 0 }]),
  );
  for (const { id, children = [] } of nodes) for (const child of children) known.get(child)!.parent = known.get(id);
  return known;
}

/** The frames from the innermost out, without the root, which is no function. */
function stackOf(node: Node): CallFrame[] {
  const stack: CallFrame[] = [];
  for (let each: Node | undefined = node; each?.parent; each = each.parent) stack.push(each.frame);
  return stack;
}
