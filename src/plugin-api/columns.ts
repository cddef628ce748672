/**
 * The cell of an unset value.
 *
 * @public
 * @example
 * const cell = (berth: Berth) => berth.spec.ship ?? NONE_CELL;
 */
export const NONE_CELL = '<none>';

/**
 * Returns a map as tables show it: `a=b,c=d`, keys sorted.
 *
 * @internal
 * @example
 * const cell = formatMap(object.metadata.labels);
 */
export function formatMap(values: Readonly<Record<string, string>> | undefined | null): string {
  const keys = Object.keys(values ?? {}).sort();
  return keys.length === 0 ? NONE_CELL : keys.map((key) => `${key}=${values![key]}`).join(',');
}
