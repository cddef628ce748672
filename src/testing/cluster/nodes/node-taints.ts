import { isTrue } from '../conditions.js';
import type { Node, Taint } from '../types.js';

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** Returns a node with the taints that its state asks for, and no others of these; undefined where it has them. */
export function withTaintsOfState(node: Node): Node | undefined {
  const wanted = new Set<string>();
  if (!isTrue(node.status?.conditions, 'Ready')) wanted.add(NOT_READY);
  if (node.spec?.unschedulable === true) wanted.add(UNSCHEDULABLE);
  const before = node.spec?.taints ?? [];
  const kept = before.filter(({ key }) => (key !== NOT_READY && key !== UNSCHEDULABLE) || wanted.has(key));
  for (const { key } of kept) wanted.delete(key);
  if (kept.length === before.length && wanted.size === 0) return undefined;
  const added: readonly Taint[] = [...wanted].map((key) => ({ key, effect: 'NoSchedule' }));
  const { taints: _, ...spec } = node.spec ?? {};
  const taints = [...kept, ...added];
  return { ...node, spec: { ...spec, ...(taints.length > 0 && { taints }) } };
}
