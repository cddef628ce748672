import { humanDuration, type ApiObject } from '../apimachinery/index.js';
import type { Column } from '../registry/index.js';

/** The cell of an unset value. */
export const NONE_CELL = '<none>';

/** The cell of an unknown value. */
export const UNKNOWN_CELL = '<unknown>';

/** The column that names the object; every table starts with it. */
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

/** The column with the age of the object. */
export function ageColumn<T extends ApiObject>(): Column<T> {
  return {
    name: 'Age',
    type: 'string',
    description: 'Time since the object was created.',
    cell: (object, now) => formatAge(object.metadata.creationTimestamp, now),
  };
}

/** The time since a timestamp as tables show it. */
export function formatAge(timestamp: string | null | undefined, now: number): string {
  return timestamp ? humanDuration(now - Date.parse(timestamp)) : UNKNOWN_CELL;
}

/** A map as tables show it: `a=b,c=d`, keys sorted. */
export function formatMap(values: Readonly<Record<string, string>> | undefined | null): string {
  const keys = Object.keys(values ?? {}).sort();
  return keys.length === 0 ? NONE_CELL : keys.map((key) => `${key}=${values![key]}`).join(',');
}
