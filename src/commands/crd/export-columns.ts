import { type ResolvedVersion, fieldOfColumn } from '../../registry/index.js';
import { type Column, type ObjectShape } from '../../plugin-api/index.js';
import { fieldAt, layoutOf } from '../../schema/index.js';

/** A column of a definition. */
interface PrinterColumn {
  readonly name: string;
  readonly type: Column['type'];
  readonly jsonPath: string;
  readonly description?: string;
  readonly priority?: number;
}

/** Columns of a definition, and those that it has no words for. */
interface ExportedColumns {
  readonly described: readonly PrinterColumn[];
  readonly omitted: readonly string[];
}

const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/**
 * Returns the columns of a version, as far as they show fields that it has, of the type that they have in the storage
 * version. Definitions have the column of the name by themselves.
 */
export function exportColumns(version: ResolvedVersion, { type: hub }: ResolvedVersion): ExportedColumns {
  const { type, conversion, columns = [] } = version;
  const described: PrinterColumn[] = [];
  const omitted: string[] = [];
  for (const column of columns) {
    const { name } = column;
    const stored = fieldOfColumn(column);
    const path = stored && (conversion?.fieldFromHub?.(stored) ?? stored);
    if (name === 'Age' && path === undefined) described.push(AGE);
    else if (path === undefined) omitted.push(...(name === 'Name' ? [] : [`the column "${name}": needs a jsonPath`]));
    else if (typeAt(type, path) === typeAt(hub, stored!)) described.push(columnOf(column, path));
    else omitted.push(`the column "${name}" of ${version.name}: it does not have such a field`);
  }
  return { described, omitted };
}

/** The type of a field of one value or of a list of values; undefined if there is none. */
function typeAt(type: ObjectShape, path: string): string | undefined {
  const layout = layoutOf(type);
  const { scalar, list } = (layout && fieldAt(layout, path).field) ?? {};
  return list ? `${scalar}[]` : scalar;
}

function columnOf({ name, type, description, priority }: Column, path: string): PrinterColumn {
  return {
    name,
    // A definition shows the age of dates; the plugin shows the time.
    type: type === 'date' ? 'string' : type,
    jsonPath: `.${path}`,
    ...(description !== '' && { description }),
    ...(priority && { priority }),
  };
}
