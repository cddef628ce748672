import type { ApiObject, ListMeta } from '../apimachinery/index.js';
import type { ServedResource } from '../plugin-host/index.js';
import type { Column, RowCondition } from '../registry/index.js';

/** How much of each object a table row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Whether a query parameter is one of them. */
export function isIncludeObject(text: string): text is IncludeObject {
  return text === 'None' || text === 'Metadata' || text === 'Object';
}

/** An object cut down to its metadata (upstream: metav1.PartialObjectMetadata). */
export function partialMetadata(object: ApiObject, metaVersion: string): ApiObject {
  const { metadata } = object;
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

const NAME_COLUMN: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique in its namespace.',
  cell: (object) => object.metadata.name ?? '',
};

/** The table of kinds that declare no columns. */
const DEFAULT_COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was created.',
    cell: (object) => object.metadata.creationTimestamp ?? null,
  },
];

/** What tables of some kind are made from. */
export interface TableSource {
  readonly columns: readonly Column[];
  conditionsOf?(object: ApiObject): RowCondition[];
  /** The object that a row carries, in the version of the request. */
  shown(object: ApiObject): ApiObject;
}

/** How the objects of a resource become tables; they come in hub shape. */
export function tableSourceOf({ kind, version }: ServedResource): TableSource {
  const { columns, rowConditions } = kind.definition;
  return {
    columns: (columns as readonly Column[] | undefined) ?? DEFAULT_COLUMNS,
    conditionsOf: rowConditions as TableSource['conditionsOf'],
    shown: (object) => kind.fromHub(version, object as never),
  };
}

/** What shapes a table besides its objects. */
export interface TableOptions {
  readonly meta: ListMeta;
  readonly metaVersion: string;
  readonly includeObject: string;
}

/** Objects as a table (upstream: metav1.Table). */
export function tableOf(source: TableSource, objects: readonly ApiObject[], options: TableOptions): object {
  const { columns } = source;
  const now = Date.now();
  const rows = objects.map((object) => rowOf(source, object, now, options));
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.metaVersion}`,
    metadata: options.meta,
    columnDefinitions: columns.map(describeColumn),
    rows: columns === DEFAULT_COLUMNS && objects.length === 0 ? null : rows,
  };
}

function describeColumn({ name, type, format = '', description, priority = 0 }: Column): object {
  return { name, type, format, description, priority };
}

function rowOf(source: TableSource, object: ApiObject, now: number, options: TableOptions): object {
  const cells = source.columns.map((column) => column.cell(object, now));
  const conditions = source.conditionsOf?.(object) ?? [];
  const row: Record<string, unknown> = { cells };
  if (conditions.length > 0) row.conditions = conditions;
  row.object = rowObject(source, object, options);
  return row;
}

function rowObject(source: TableSource, object: ApiObject, options: TableOptions): object | null {
  if (options.includeObject === 'None') return null;
  const shown = source.shown(object);
  return options.includeObject === 'Object' ? shown : partialMetadata(shown, options.metaVersion);
}
