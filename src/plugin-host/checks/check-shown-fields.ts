import { type KindDefinition, fieldOfColumn } from '../../registry/index.js';
import { fieldAt, layoutOf } from '../../schema/index.js';
import { hubOf, missingField } from './check-moved-fields.js';

/** Reports columns of fields that the storage version does not have, or that are no value which fits a cell. */
export function checkShownFields(where: string, group: string, kind: KindDefinition<never>): string[] {
  const hub = hubOf(group, kind);
  const layout = hub && layoutOf(hub.type);
  if (!hub || !layout) return [];
  return (kind.columns ?? []).flatMap((column) => {
    const path = fieldOfColumn(column);
    if (path === undefined) return [];
    const place = `${where}: column "${column.name}"`;
    const { field, missingFrom } = fieldAt(layout, path);
    if (missingFrom) return missingField(place, hub, path);
    if (field?.scalar && !field.map) return [];
    return [`${place}: "${path}" has no value that fits a cell; name a field of one value, or use column()`];
  });
}
