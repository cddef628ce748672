/**
 * Reports whether two values of API objects mean the same: absent, null and empty lists are one, as are members that
 * are not set.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(a) && isNothing(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  for (const name of Object.keys(left)) if (!isSameValue(left[name], right[name])) return false;
  for (const name of Object.keys(right)) if (!Object.hasOwn(left, name) && !isNothing(right[name])) return false;
  return true;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Shows what differs between two values, one line for each member: `-` for the old one, `+` for the new one. */
export function describeDifference(old: unknown, value: unknown): string {
  return differingLines(old, value, '').join('\n');
}

function differingLines(old: unknown, value: unknown, place: string): string[] {
  if (isSameValue(old, value)) return [];
  if (!isBranch(old) || !isBranch(value)) {
    return [
      ...(old === undefined ? [] : [`- ${place}: ${shown(old)}`]),
      ...(value === undefined ? [] : [`+ ${place}: ${shown(value)}`]),
    ];
  }
  const names = new Set([...Object.keys(old), ...Object.keys(value)]);
  const isList = Array.isArray(value);
  return [...names].flatMap((name) =>
    differingLines(old[name], value[name], isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
  );
}

/** JSON has no text for integers that are too long for a number. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
