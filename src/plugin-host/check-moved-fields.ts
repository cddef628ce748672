import { type KindDefinition, type KindVersion, movesOf, storageApiVersion } from '../registry/index.js';
import { type StructLayout, findDeclarationFaults, metadataOf, toShape } from '../schema/index.js';

/**
 * Reports paths of `movedFields` that a version does not have, with the fields that are there. Types that say nothing about
 * their members, and those that have faults of their own, are not looked at.
 */
export function checkMovedFields(where: string, group: string, kind: KindDefinition<never>): string[] {
  const storage = storageApiVersion(group, kind.storageVersion);
  const hub = kind.versions.find(({ name, group: own = group }) => storageApiVersion(own, name) === storage);
  return kind.versions.flatMap((version) => {
    const moves = version.conversion && movesOf(version.conversion);
    if (!moves || !hub) return [];
    const place = `${where}/${version.name}`;
    return moves.flatMap(({ from, to }) => [
      ...from.flatMap((path) => missingField(place, version, path)),
      ...to.flatMap((path) => missingField(place, hub, path)),
    ]);
  });
}

function missingField(place: string, version: KindVersion, path: string): string[] {
  let layout = layoutOf(version);
  for (const name of path.split('.')) {
    if (!layout) return [];
    const field = layout.field(name);
    if (!field) {
      const known = layout.fields.map((each) => each.name).join(', ');
      return [`${place}: movedFields: ${version.name} has no "${path}"; ${layout.shortName} has ${known}`];
    }
    layout = field.list || field.map ? undefined : field.struct;
  }
  return [];
}

function layoutOf({ type }: KindVersion): StructLayout | undefined {
  try {
    // The layouts of the classes inside are made when they are asked for, where a fault would throw.
    if (metadataOf(type) && findDeclarationFaults(type).length > 0) return undefined;
    const { published } = toShape(type);
    return 'layout' in published ? published.layout : undefined;
  } catch {
    return undefined;
  }
}
