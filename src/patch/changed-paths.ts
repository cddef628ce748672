import jsonPatch from 'fast-json-patch';

/** The most changes that are named. */
const MAX_CHANGES = 32;

/**
 * Names the places in which two states of an object differ, as the operations of a JSON patch that leads from one to the
 * other, without values: `add /metadata/labels/team`. Of many changes the first are named, and how many others there are.
 *
 * @internal
 * @example
 * const changes = changedPaths({ spec: { length: 12 } }, { spec: { length: 14 } });
 */
export function changedPaths(before: object, after: object): string[] {
  const changes = jsonPatch.compare(before, after).map(({ op, path }) => `${op} ${path}`);
  const others = changes.length - MAX_CHANGES;
  return others > 0 ? [...changes.slice(0, MAX_CHANGES), `and ${others} more`] : changes;
}
