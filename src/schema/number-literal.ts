/**
 * A JSON number in a spelling that a JavaScript number cannot represent: `1.0`, `1e3`, `0.50`. Such numbers are not
 * integers to the reference, quantities keep their exponent, and messages quote them as they were sent. Counts as the
 * number in arithmetic and in JSON.
 */
export class NumberLiteral extends Number {
  constructor(readonly text: string) {
    super(text);
  }
}

/** Returns a value with the numbers that literals in it stand for, at any depth; the value itself where it holds none. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof NumberLiteral) return value.valueOf();
  const members = value as Record<string, unknown>;
  const entries: [string, unknown][] = [];
  let isChanged = false;
  // A loop: the stack would end before the deepest input with callbacks in between.
  for (const name of Object.keys(value)) {
    const member = plainNumbers(members[name]);
    // Code may leave members undefined; documents have none.
    const isLeftOut = member === undefined && !Array.isArray(value);
    isChanged ||= isLeftOut || member !== members[name];
    if (!isLeftOut) entries.push([name, member]);
  }
  if (!isChanged) return value;
  if (Array.isArray(value)) return entries.map(([, member]) => member);
  // Unlike assignment, this never reaches the prototype.
  return Object.fromEntries(entries);
}

/** Finds a number that is too large for a double, at any depth of a value. */
export function findInfinite(value: unknown): NumberLiteral | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof NumberLiteral) return Number.isFinite(value.valueOf()) ? undefined : value;
  for (const member of Object.values(value)) {
    const found = findInfinite(member);
    if (found) return found;
  }
  return undefined;
}

/** Returns the kind of a JSON value as decoding errors name it: `object`, `array`, `string`, `number`, `bool`. */
export function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof NumberLiteral;
  return isNumber ? 'number' : 'object';
}
