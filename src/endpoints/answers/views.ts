import {
  type ApiObject,
  CELL,
  LIST,
  type ListMeta,
  type ManagedFieldsEntry,
  type ObjectMeta,
  checkedResult,
} from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import { CREATION_COLUMNS, CellBudget, type Column, DEFAULT_COLUMNS, type RowCondition } from '../../registry/index.js';

/** An object that becomes a row of a table. */
export interface TableObject {
  /** As the kind's columns see it: in the version its requests are worked on in. */
  readonly seen: ApiObject;
  /** In the version of the request, for rows that carry it; not given where that is the same. */
  readonly shown?: ApiObject;
}

/** How much of each object a table row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Reports whether a query parameter is one of them. */
export function isIncludeObject(text: string): text is IncludeObject {
  return text === 'None' || text === 'Metadata' || text === 'Object';
}

/**
 * Returns an object cut down to its metadata (upstream: metav1.PartialObjectMetadata), as it is before the object is
 * converted to the version that is asked for: `written` are annotations which that conversion writes in the reference.
 */
export function partialMetadata(hub: ApiObject, metaVersion: string, written: readonly string[] = []): ApiObject {
  const metadata = inDeclaredOrder(withoutAnnotations(hub.metadata, written));
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

function withoutAnnotations(metadata: ObjectMeta, names: readonly string[]): ObjectMeta {
  const { annotations } = metadata;
  if (!annotations || !names.some((name) => name in annotations)) return metadata;
  const kept = Object.entries(annotations).filter(([name]) => !names.includes(name));
  return { ...metadata, annotations: kept.length > 0 ? Object.fromEntries(kept) : undefined };
}

/** Entries of objects without declared fields have their members by name; those of a partial object as they are declared. */
function inDeclaredOrder(metadata: ObjectMeta): ObjectMeta {
  const { managedFields } = metadata;
  if (!managedFields?.some((entry) => Object.keys(entry)[0] === 'apiVersion')) return metadata;
  return { ...metadata, managedFields: managedFields.map(asDeclared) };
}

/** Undefined members are not written. */
function asDeclared({ manager, operation, apiVersion, time, ...fields }: ManagedFieldsEntry): ManagedFieldsEntry {
  return { manager, operation, apiVersion, time, ...fields };
}

/** The columns and objects of a table. */
export interface TableSource {
  readonly columns: readonly Column[];
  readonly conversionAnnotations?: readonly string[];
  conditionsOf?(object: ApiObject): RowCondition[];
}

/** Returns how the objects of a resource become tables. */
export function tableSourceOf({ kind, version }: ServedResource): TableSource {
  const { rowConditions, conversionAnnotations } = kind.definition;
  return {
    columns: version.columns ?? DEFAULT_COLUMNS,
    conversionAnnotations,
    conditionsOf: rowConditions as TableSource['conditionsOf'],
  };
}

/** The parameters of a table besides its objects. */
export interface TableOptions {
  readonly meta: ListMeta;
  readonly metaVersion: string;
  readonly includeObject: string;
}

/** Returns objects as a table (upstream: metav1.Table); its rows come last. */
export function tableOf(
  source: TableSource,
  objects: readonly TableObject[],
  options: TableOptions,
): Record<string, unknown> {
  const { columns } = source;
  const rows = [...rowsOf(source, objects, options)];
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.metaVersion}`,
    metadata: options.meta,
    columnDefinitions: columns.map(describeColumn),
    // The reference makes these tables without a list of rows to begin with.
    rows: columns === CREATION_COLUMNS && objects.length === 0 ? null : rows,
  };
}

/** Returns objects as the rows of a table, each made when it is reached. */
export function* rowsOf(source: TableSource, objects: Iterable<TableObject>, options: TableOptions): Generator<object> {
  const rowOptions = { ...options, now: Date.now(), budget: new CellBudget() };
  for (const object of objects) yield rowOf(source, object, rowOptions);
}

function describeColumn({ name, type, format = '', description, priority = 0 }: Column): object {
  return { name, type, format, description, priority };
}

/** The parameters of a row: ages refer to the same moment in the whole table, whose cells share a budget. */
interface RowOptions extends TableOptions {
  readonly now: number;
  readonly budget: CellBudget;
}

function rowOf(source: TableSource, object: TableObject, options: RowOptions): object {
  const { seen } = object;
  const cells = source.columns.map((column) =>
    orElse(null, () => checkedResult(column.name, column.cell(seen, options.now, options.budget), CELL)),
  );
  const conditions = orElse([], () => checkedResult('rowConditions', source.conditionsOf?.(seen) ?? [], LIST));
  const row: Record<string, unknown> = { cells };
  if (conditions.length > 0) row.conditions = conditions;
  row.object = rowObject(source, object, options);
  return row;
}

/** Returns the table value of an object; a failure does not affect other rows. */
function orElse<T>(nothing: T, make: () => T): T {
  try {
    return make();
  } catch {
    return nothing;
  }
}

function rowObject(
  source: TableSource,
  { seen, shown = seen }: TableObject,
  { includeObject, metaVersion }: TableOptions,
): object | null {
  if (includeObject === 'None') return null;
  return includeObject === 'Object' ? shown : partialMetadata(seen, metaVersion, source.conversionAnnotations);
}
