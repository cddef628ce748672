import { type Column, type ResolvedVersion, fieldOfColumn } from '../../registry/index.js';
import { type ObjectShape, fieldAt, layoutOf } from '../../schema/index.js';

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

/** The columns of a version, as far as they show fields that it has. Definitions have that of the name by themselves. */
export function exportColumns({ name: version, type, columns = [] }: ResolvedVersion): ExportedColumns {
  const described: PrinterColumn[] = [];
  const omitted: string[] = [];
  for (const column of columns) {
    const { name } = column;
    const path = fieldOfColumn(column);
    if (name === 'Age' && path === undefined) described.push(AGE);
    else if (path === undefined) omitted.push(...(name === 'Name' ? [] : [`the column "${name}": needs a jsonPath`]));
    else if (hasField(type, path)) described.push(columnOf(column, path));
    else omitted.push(`the column "${name}" of ${version}: its field is in another place there`);
  }
  return { described, omitted };
}

function hasField(type: ObjectShape, path: string): boolean {
  const layout = layoutOf(type);
  return layout !== undefined && fieldAt(layout, path).field !== undefined;
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
