/** Adds to changes (`add /metadata/labels/team`) the values that an object has at their places, as JSON. */
export function changesWithValues(changes: readonly string[], object: object): string[] {
  return changes.map((change) => {
    const [, op, pointer] = /^(add|replace) (\/.*)$/.exec(change) ?? [];
    const value = op === undefined ? undefined : valueAt(object, pointer);
    return value === undefined ? change : `${change} ${JSON.stringify(value)}`;
  });
}

/** The value at a JSON pointer; undefined if there is none. */
function valueAt(object: object, pointer: string): unknown {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: unknown = object;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
