import type { ApiObject } from '../../apimachinery/index.js';
import { type ScalarType, type StructField, fieldAt, layoutOf } from '../../schema/index.js';
import { ageColumn, nameColumn } from './columns.js';
import type { Column, KindDefinition, KindVersion } from './kind-definition.js';

/** One value, or a list of values. */
type Shown = Value | readonly Value[];
type Value = string | number | bigint | boolean;

/** Members of one object, without those of maps. */
type MemberOf<T> = string extends keyof T ? never : keyof T & string;

/**
 * The paths of the fields of an object that have one value or a list of values, down to the fifth level: `spec.size.width`.
 *
 * @public
 * @example
 * const path: ShownField<Berth> = 'spec.length';
 */
export type ShownField<T, Levels extends readonly unknown[] = []> = Levels['length'] extends 5
  ? never
  : { [K in MemberOf<T>]-?: PathsThrough<NonNullable<T[K]>, K, Levels> }[MemberOf<T>];

type PathsThrough<Held, Name extends string, Levels extends readonly unknown[]> = Held extends Shown
  ? Name
  : Held extends readonly unknown[]
    ? never
    : Held extends object
      ? `${Name}.${ShownField<Held, [...Levels, Name]>}`
      : never;

/**
 * Columns by their headings: the path of the field that each shows, alone or with what differs from the usual. Their types
 * are those of the fields in the storage version, and so are their descriptions where none is given.
 *
 * @public
 * @example
 * const columns: FieldColumns<Berth> = { Length: 'spec.length', Ship: { path: 'spec.ship', priority: 1 } };
 */
export type FieldColumns<T extends ApiObject = ApiObject> = Readonly<
  Record<string, ShownField<T> | (Partial<Pick<Column, 'priority' | 'description'>> & { readonly path: ShownField<T> })>
>;

/** A column of a field. */
interface Heading {
  readonly name: string;
  readonly path: string;
  readonly priority?: number;
  readonly description?: string;
}

const PATHS = new WeakMap<object, string>();

/** Returns the path of the field that a column shows; undefined for columns whose cells a function makes. */
export function fieldOfColumn(column: object): string | undefined {
  return PATHS.get(column);
}

/** Returns the columns of a kind that fields are named for: the name, those of the fields, and the age. */
export function columnsOfFields<T extends ApiObject>(
  kind: Pick<KindDefinition<T>, 'versions' | 'storageVersion'>,
  columns: FieldColumns<T>,
): Column<T>[] {
  const ofFields = Object.entries(columns).map(([name, shown]) => {
    const heading: Heading = typeof shown === 'string' ? { name, path: shown } : { name, ...shown };
    return columnOf<T>(heading, () => storedField(kind, heading.path));
  });
  return [nameColumn(), ...ofFields, ageColumn()];
}

/** The field is looked up when it is first asked for: classes may be declared further down than their kind. */
function columnOf<T extends ApiObject>(heading: Heading, findField: () => StructField | undefined): Column<T> {
  const members = heading.path.split('.');
  let found: { readonly field: StructField | undefined } | undefined;
  const field = (): StructField | undefined => (found ??= { field: findField() }).field;
  const column: Column<T> = {
    name: heading.name,
    get type() {
      return typeOf(field());
    },
    get description() {
      return heading.description ?? field()?.doc ?? '';
    },
    priority: heading.priority ?? 0,
    cell: (object) => cellOf(valueAt(object, members), typeOf(field())),
  };
  PATHS.set(column, heading.path);
  return column;
}

function storedField(
  { versions, storageVersion }: Pick<KindDefinition<never>, 'versions' | 'storageVersion'>,
  path: string,
): StructField | undefined {
  const isStored = ({ name, group }: KindVersion): boolean =>
    name === storageVersion || `${group}/${name}` === storageVersion;
  const stored = versions.find(isStored);
  const layout = stored && layoutOf(stored.type);
  return layout && fieldAt(layout, path).field;
}

const TYPES: Partial<Record<ScalarType, Column['type']>> = {
  bool: 'boolean',
  int32: 'integer',
  int64: 'integer',
  uint64: 'integer',
  double: 'number',
  time: 'date',
  microTime: 'date',
};

function typeOf(field: StructField | undefined): Column['type'] {
  const isOne = field?.scalar && !field.list;
  return (isOne && TYPES[field.scalar]) || 'string';
}

function valueAt(object: object, members: readonly string[]): unknown {
  let value: unknown = object;
  for (const member of members) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  return value;
}

function cellOf(value: unknown, type: Column['type']): string | number | boolean | null {
  if (type === 'string') return value === undefined || value === null ? '' : String(value);
  return (value as string | number | boolean | null | undefined) ?? null;
}
