import { type Clock, type ResourceStore, systemContext } from '../../../src/plugin-api/index.js';
import { goQuote, takeTurn } from '../../../src/plugin-api/built-in.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { PodSecurityConfiguration } from './pod-security.configuration.js';
import { type LevelVersion, formatLevel } from './policy.js';
import { violationsOf } from './standards.js';

const MAX_PODS = 3000;
const MAX_MS = 1000;

/** The new level of a namespace. */
export interface NewLevel {
  readonly namespace: string;
  readonly level: LevelVersion;
  readonly exemptions: PodSecurityConfiguration['exemptions'];
}

/** Returns warnings about the pods of a namespace that violate its new level; of many pods not all are looked at. */
export async function warningsAboutPods(store: ResourceStore<Pod>, clock: Clock, next: NewLevel): Promise<string[]> {
  let total = 0;
  const isRead = (): boolean => ++total <= MAX_PODS;
  const pods = await store.list(
    systemContext(next.namespace),
    ({ unreadable }) => unreadable === undefined && isRead(),
  );
  const { found, checked } = await countViolations(pods, clock, next);
  return [
    ...(checked < total
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`]
      : []),
    ...(found.size > 0 ? [headline(next)] : []),
    ...[...found].map(([reason, count]) => `${formatCount(count)}: ${reason}`).sort(),
  ];
}

/** Pods that violate the same checks. */
interface PodCount {
  /** The first of them. */
  name: string;
  count: number;
}

async function countViolations(
  pods: readonly Pod[],
  clock: Clock,
  { level, exemptions }: NewLevel,
): Promise<{ found: ReadonlyMap<string, PodCount>; checked: number }> {
  const found = new Map<string, PodCount>();
  const end = clock.monotonic() + MAX_MS;
  let checked = 0;
  for (const { metadata, spec } of pods) {
    await takeTurn();
    if (clock.monotonic() > end) break;
    checked++;
    if (!spec || exemptions.runtimeClasses.has(spec.runtimeClassName ?? '')) continue;
    const violations = violationsOf(level, { annotations: metadata.annotations ?? {}, spec });
    if (violations.length > 0) add(found, violations.map(({ reason }) => reason).join(', '), metadata.name ?? '');
  }
  return { found, checked };
}

function add(found: Map<string, PodCount>, reason: string, name: string): void {
  const known = found.get(reason);
  if (!known) return void found.set(reason, { name, count: 1 });
  known.count++;
  if (name < known.name) known.name = name;
}

function headline({ namespace, level }: NewLevel): string {
  const target = `namespace ${goQuote(namespace)}`;
  return `existing pods in ${target} violate the new PodSecurity enforce level ${goQuote(formatLevel(level))}`;
}

function formatCount({ name, count }: PodCount): string {
  if (count === 1) return name;
  return count === 2 ? `${name} (and 1 other pod)` : `${name} (and ${count - 1} other pods)`;
}
