import { type ApiObject, type ReleaseSpan, humanDuration, isWithin } from '../../apimachinery/index.js';
import type { Column } from './kind-definition.js';

/**
 * The cell of an unknown value.
 *
 * @internal
 * @example
 * const cell = (berth: Berth) => (berth.spec.length > 0 ? berth.spec.length : UNKNOWN_CELL);
 */
export const UNKNOWN_CELL = '<unknown>';

/**
 * Returns the column that names the object; every table starts with it.
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
 * Returns the column with the age of the object.
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

/** The parts of a column that differ from the usual. */
type ColumnOptions = Partial<Pick<Column, 'type' | 'description' | 'priority'>>;

/**
 * Returns a column of texts, or of another type, whose cell is empty where the value is unset.
 *
 * @public
 * @example
 * const columns: Column<Berth>[] = [nameColumn(), column('Length', ({ spec }) => spec.length, { type: 'integer' })];
 */
export function column<T extends ApiObject>(
  name: string,
  read: (object: T, now: number) => string | number | boolean | null | undefined,
  { type = 'string', description = '', priority = 0 }: ColumnOptions = {},
): Column<T> {
  const empty = type === 'string' ? '' : null;
  return { name, type, description, priority, cell: (object, now) => read(object, now) ?? empty };
}

/**
 * Returns the time since a timestamp as tables show it.
 *
 * @internal
 * @example
 * const age = formatAge(object.metadata.creationTimestamp, clock.now());
 */
export function formatAge(timestamp: string | null | undefined, now: number): string {
  return timestamp ? humanDuration(now - Date.parse(timestamp)) : UNKNOWN_CELL;
}

/**
 * The columns of kinds whose tables the reference makes without their own printer (upstream: defaultTableConvertor).
 *
 * @internal
 * @example
 * const names = CREATION_COLUMNS.map(({ name }) => name);
 */
export const CREATION_COLUMNS: readonly Column[] = [
  { ...nameColumn(), description: 'Name of the object, unique in its namespace.' },
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was created.',
    cell: (object) => object.metadata.creationTimestamp ?? null,
  },
];

/** The columns of kinds that declare none: those of a custom resource without any. */
export const DEFAULT_COLUMNS: readonly Column[] = [nameColumn(), { ...ageColumn(), type: 'date' }];

/**
 * A column that only some releases of Kubernetes have; the other columns of a kind are the same in all of them.
 *
 * @internal
 * @example
 * const columns: ReleaseColumn<Berth>[] = [nameColumn(), { ...column('Ship', ({ spec }) => spec.ship), since: '1.30' }];
 */
export type ReleaseColumn<T extends ApiObject = ApiObject> = Column<T> & ReleaseSpan;

/** Returns the columns that a release has; undefined for those of no kind's own. */
export function columnsIn(
  columns: readonly ReleaseColumn[] | undefined,
  release: string,
): readonly Column[] | undefined {
  return columns?.every((each) => isWithin(each, release))
    ? columns
    : columns?.filter((each) => isWithin(each, release));
}
