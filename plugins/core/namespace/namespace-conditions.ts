import { formatTime } from '../../../src/plugin-api/index.js';
import type { RemainingContent } from './namespace-content.js';
import type { NamespaceCondition } from './namespace.v1.js';

type Finding = Pick<NamespaceCondition, 'type' | 'status' | 'reason' | 'message'>;

/** The conditions of an unobstructed deletion, in the order in which they are shown. */
const ALL_WELL: readonly [type: string, reason: string, message: string][] = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  ['NamespaceDeletionGroupVersionParsingFailure', 'ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  ['NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
];

/** Returns the conditions of a terminating namespace; those that say the same as before stay as they are. */
export function updateConditions(
  before: readonly NamespaceCondition[],
  content: RemainingContent,
  now: Date,
): NamespaceCondition[] {
  const findings = findingsOf(content);
  const others = before.filter(({ type }) => !findings.some((finding) => finding.type === type));
  return [...others, ...findings.map((finding) => transition(before, finding, now))];
}

/** Reports whether two lists of conditions say the same. */
export function sayTheSame(a: readonly NamespaceCondition[], b: readonly NamespaceCondition[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function findingsOf({ failures, resources, finalizers, undiscovered }: RemainingContent): Finding[] {
  const problems = new Map<string, Pick<Finding, 'reason' | 'message'>>();
  if (undiscovered.length > 0) {
    const message = `Discovery failed for some groups, ${undiscovered.length} failing: ${undiscoveredText(undiscovered)}`;
    problems.set('NamespaceDeletionDiscoveryFailure', { reason: 'DiscoveryFailed', message });
  }
  if (failures.length > 0) {
    const unique = [...new Set(failures)].sort();
    const message = `Failed to delete all resource types, ${failures.length} remaining: ${unique.join(', ')}`;
    problems.set('NamespaceDeletionContentFailure', { reason: 'ContentDeletionFailed', message });
  }
  if (resources.size > 0) {
    const message = `Some resources are remaining: ${list(resources, 'has', 'resource instances')}`;
    problems.set('NamespaceContentRemaining', { reason: 'SomeResourcesRemain', message });
  }
  if (finalizers.size > 0) {
    const found = list(finalizers, 'in', 'resource instances');
    const message = `Some content in the namespace has finalizers remaining: ${found}`;
    problems.set('NamespaceFinalizersRemaining', { reason: 'SomeFinalizersRemain', message });
  }
  return ALL_WELL.map(([type, reason, message]) => {
    const problem = problems.get(type);
    return problem ? { type, status: 'True', ...problem } : { type, status: 'False', reason, message };
  });
}

/** Returns the text of an incomplete discovery (upstream: discovery.ErrGroupDiscoveryFailed). */
export function undiscoveredText(undiscovered: readonly string[]): string {
  const causes = [...undiscovered].sort().map((each) => `${each}: stale GroupVersion discovery: ${each}`);
  return `unable to retrieve the complete list of server APIs: ${causes.join(', ')}`;
}

function list(counts: ReadonlyMap<string, number>, verb: string, unit: string): string {
  return [...counts]
    .map(([name, count]) => `${name} ${verb} ${count} ${unit}`)
    .sort()
    .join(', ');
}

function transition(before: readonly NamespaceCondition[], finding: Finding, now: Date): NamespaceCondition {
  const known = before.find(({ type }) => type === finding.type);
  const isSteady = known !== undefined && known.status === finding.status;
  const { type, status, reason, message } = finding;
  return { type, status, lastTransitionTime: isSteady ? known.lastTransitionTime : formatTime(now), reason, message };
}
