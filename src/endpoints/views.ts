import type { ApiObject, ListMeta } from '../apimachinery/index.js';
import type { ServedResource } from '../plugin-host/index.js';
import type { Column } from '../registry/index.js';

/** How much of each object a table row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

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

/** Objects as a table (upstream: metav1.Table). `objects` are in hub shape. */
export function tableOf(
  resource: ServedResource,
  objects: readonly ApiObject[],
  meta: ListMeta,
  metaVersion: string,
  includeObject: IncludeObject,
): object {
  const columns = (resource.kind.definition.columns as readonly Column[] | undefined) ?? DEFAULT_COLUMNS;
  const now = Date.now();
  const rows = objects.map((object) => rowOf(resource, columns, object, now, metaVersion, includeObject));
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: meta,
    columnDefinitions: columns.map(describeColumn),
    rows: columns === DEFAULT_COLUMNS && objects.length === 0 ? null : rows,
  };
}

function describeColumn({ name, type, format = '', description, priority = 0 }: Column): object {
  return { name, type, format, description, priority };
}

function rowOf(
  resource: ServedResource,
  columns: readonly Column[],
  object: ApiObject,
  now: number,
  metaVersion: string,
  includeObject: IncludeObject,
): object {
  const cells = columns.map((column) => column.cell(object, now));
  const conditions = resource.kind.definition.rowConditions?.(object as never) ?? [];
  const row: Record<string, unknown> = { cells };
  if (conditions.length > 0) row.conditions = conditions;
  row.object = rowObject(resource, object, metaVersion, includeObject);
  return row;
}

function rowObject(
  resource: ServedResource,
  object: ApiObject,
  metaVersion: string,
  include: IncludeObject,
): object | null {
  if (include === 'None') return null;
  const versioned = resource.kind.fromHub(resource.version, object as never);
  return include === 'Object' ? versioned : partialMetadata(versioned, metaVersion);
}
