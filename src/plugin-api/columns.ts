import { humanDuration, type ApiObject } from '../apimachinery/index.js';
import type { Column } from '../registry/index.js';

/**
 * The cell of an unset value.
 *
 * @public
 * @example
 * const cell = (berth: Berth) => berth.spec.ship ?? NONE_CELL;
 */
export const NONE_CELL = '<none>';

/**
 * The cell of an unknown value.
 *
 * @public
 * @example
 * const cell = (berth: Berth) => (berth.spec.length > 0 ? berth.spec.length : UNKNOWN_CELL);
 */
export const UNKNOWN_CELL = '<unknown>';

/**
 * The column that names the object; every table starts with it.
 *
 * @public
 * @example
 * const columns: Column[] = [nameColumn()];
 */
export function nameColumn<T extends ApiObject>(priority = 0): Column<T> {
  return {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name of the object.',
    priority,
    cell: (object) => object.metadata.name ?? '',
  };
}

/**
 * The column with the age of the object.
 *
 * @public
 * @example
 * const columns: Column[] = [nameColumn(), ageColumn()];
 */
export function ageColumn<T extends ApiObject>(): Column<T> {
  return {
    name: 'Age',
    type: 'string',
    description: 'Time since the object was created.',
    cell: (object, now) => formatAge(object.metadata.creationTimestamp, now),
  };
}

/**
 * The time since a timestamp as tables show it.
 *
 * @public
 * @example
 * const age = formatAge(object.metadata.creationTimestamp, clock.now());
 */
export function formatAge(timestamp: string | null | undefined, now: number): string {
  return timestamp ? humanDuration(now - Date.parse(timestamp)) : UNKNOWN_CELL;
}

/**
 * A map as tables show it: `a=b,c=d`, keys sorted.
 *
 * @public
 * @example
 * const cell = formatMap(object.metadata.labels);
 */
export function formatMap(values: Readonly<Record<string, string>> | undefined | null): string {
  const keys = Object.keys(values ?? {}).sort();
  return keys.length === 0 ? NONE_CELL : keys.map((key) => `${key}=${values![key]}`).join(',');
}
