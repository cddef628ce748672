import type { ApiObject, Column, LabelSelector } from '../../src/plugin-api/index.js';
import { formatSelector } from '../core/index.js';

/** Returns a column of a number. */
export function countColumn<T extends ApiObject>(
  name: string,
  description: string,
  cell: (object: T) => number,
): Column<T> {
  return { name, type: 'integer', description, cell };
}

/** Returns a column of a text. */
export function textColumn<T extends ApiObject>(name: string, description: string, cell: Column<T>['cell']): Column<T> {
  return { name, type: 'string', description, cell };
}

/** Returns the column that shows how a workload finds its pods. */
export function selectorColumn<T extends ApiObject>(
  selectorOf: (object: T) => LabelSelector | null | undefined,
): Column<T> {
  return {
    name: 'Selector',
    type: 'string',
    description: 'Labels by which pods are found.',
    priority: 1,
    cell: (object) => formatSelector(selectorOf(object)),
  };
}
