type Plain = Readonly<Record<string, unknown>>;

/**
 * Reports whether two plain values are the same data. Members set to undefined count as absent, null does not.
 *
 * @public
 * @example
 * const isUnchanged = isDeepEqual({ ships: ['aurora'] }, { ships: ['aurora'] });
 */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isListEqual(a, b);
  return !Array.isArray(b) && isObjectEqual(a as Plain, b as Plain);
}

function isListEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!isDeepEqual(a[i], b[i])) return false;
  return true;
}

function isObjectEqual(a: Plain, b: Plain): boolean {
  let difference = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    difference++;
    if (!Object.prototype.hasOwnProperty.call(b, key) || !isDeepEqual(a[key], b[key])) return false;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) difference--;
  return difference === 0;
}
