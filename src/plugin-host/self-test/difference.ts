/** The path of the first member in which two plain values differ; undefined where they are equal. */
export function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (Object.is(one, other)) return undefined;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
    return path || 'all of it';
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = Array.isArray(one) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
    const difference = firstDifference(one[name], other[name], place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Makes a plain value read-only, all through; answers it. */
export function freezeDeeply<T>(value: T): T {
  if (!isContainer(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeeply);
  return value;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
