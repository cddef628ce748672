/** A field whose value differs between two states of an object. */
export interface ChangedField {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Fields that every write changes. */
const LEFT_OUT = new Set(['metadata.managedFields', 'metadata.resourceVersion', 'metadata.generation']);
const MOST = 50;
const LONGEST = 200;

/** Returns the fields that differ between two states, at most 50; lists are compared as a whole. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const found: ChangedField[] = [];
  compare({ before, after }, '', found);
  return found;
}

function compare({ before, after }: { before: unknown; after: unknown }, path: string, found: ChangedField[]): void {
  if (found.length >= MOST || LEFT_OUT.has(path)) return;
  if (!isMembers(before) || !isMembers(after)) {
    const [old, now] = [shortText(before), shortText(after)];
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ path, before: old, after: now });
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare({ before: before[name], after: after[name] }, path === '' ? name : `${path}.${name}`, found);
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shortText(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} …`;
}
