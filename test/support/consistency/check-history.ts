import type { Operation, RoundHistory, WatchedChange } from './history.js';

/** An operation whose revision was answered. */
type Known = Operation & { readonly revision: number };

/**
 * Checks that a history is one of a linearizable store with revisions: writes have their own revisions in the order of real
 * time, reads show every write that was acknowledged before they began and nothing that was never written, and each watch is
 * sent every write once, in order. Answers the violations. The time is O(n log n) in the number of operations.
 */
export function violationsOf({ operations, watches }: RoundHistory): string[] {
  const written = new Map(operations.filter(({ kind }) => kind === 'write').map((write) => [write.value, write]));
  const known = operations.filter(isKnown);
  return [
    ...ownRevisions(known),
    ...realTimeOrder(known.filter(({ kind }) => kind === 'write')),
    ...known.filter(({ kind }) => kind === 'read').flatMap((read) => originOf(read, written)),
    ...freshness(known),
    ...watches.flatMap((watch, index) => watchFaults(watch, written, `watch ${index}`)),
  ];
}

function isKnown(operation: Operation): operation is Known {
  return operation.revision !== undefined;
}

/** A revision stands for one value of one key, also where different operations saw it. */
function ownRevisions(known: readonly Known[]): string[] {
  const seen = new Map<number, Known>();
  return known.flatMap((operation) => {
    const other = seen.get(operation.revision);
    if (!other) seen.set(operation.revision, operation);
    const isSame = !other || (other.key === operation.key && other.value === operation.value);
    return isSame ? [] : [`revision ${operation.revision} is ${other.value} and ${operation.value}`];
  });
}

/** A write that began after another was acknowledged has the higher revision. */
function realTimeOrder(writes: readonly Known[]): string[] {
  const descending = [...writes].sort((one, other) => other.revision - one.revision);
  let earliestEnd = Infinity;
  return descending.flatMap((write) => {
    const isLate = write.began > earliestEnd;
    earliestEnd = Math.min(earliestEnd, write.ended);
    return isLate
      ? [`write ${write.value} began after the end of one with a higher revision than ${write.revision}`]
      : [];
  });
}

/** A value that was read was written to that key, and not after the read. */
function originOf(read: Known, written: ReadonlyMap<string, Operation>): string[] {
  const write = written.get(read.value);
  if (!write || write.key !== read.key)
    return [`read of ${read.key} found ${read.value}, which was never written there`];
  if (write.began > read.ended) return [`read of ${read.key} found ${read.value} before it was written`];
  return [];
}

/** A read shows at least the newest revision that any operation on the key had been answered before it began. */
function freshness(known: readonly Known[]): string[] {
  const byEnd = [...known].sort((one, other) => one.ended - other.ended);
  const reads = known.filter(({ kind }) => kind === 'read').sort((one, other) => one.began - other.began);
  const newest = new Map<string, number>();
  let next = 0;
  return reads.flatMap((read) => {
    for (; next < byEnd.length && byEnd[next]!.ended < read.began; next++) {
      const { key, revision } = byEnd[next]!;
      newest.set(key, Math.max(newest.get(key) ?? 0, revision));
    }
    const least = newest.get(read.key) ?? 0;
    return read.revision < least ? [`read of ${read.key} found revision ${read.revision}, but ${least} was known`] : [];
  });
}

/** Every acknowledged write once, with its value and revision; of the others some; nothing else; in order. */
function watchFaults(watch: readonly WatchedChange[], written: ReadonlyMap<string, Operation>, name: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let last = 0;
  for (const { key, value, revision } of watch) {
    const write = written.get(value);
    if (revision <= last) faults.push(`${name}: revision ${revision} follows ${last}`);
    if (seen.has(value)) faults.push(`${name}: ${value} comes twice`);
    if (!write || write.key !== key) faults.push(`${name}: ${value} was never written to ${key}`);
    else if (write.revision !== undefined && write.revision !== revision)
      faults.push(`${name}: ${value} has revision ${revision}, but ${write.revision} was answered`);
    seen.add(value);
    last = Math.max(last, revision);
  }
  for (const { value, revision } of written.values())
    if (revision !== undefined && !seen.has(value)) faults.push(`${name}: ${value} of revision ${revision} is missing`);
  return faults;
}
