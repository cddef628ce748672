import { type KindDefinition, type KindVersion, movesOf, storageApiVersion } from '../../registry/index.js';
import { fieldAt, layoutOf } from '../../schema/index.js';

/**
 * Reports paths of `movedFields` that a version does not have, with the fields that are there. Types that say nothing about
 * their members, and those that have their own faults, are not looked at.
 */
export function checkMovedFields(where: string, group: string, kind: KindDefinition<never>): string[] {
  const hub = hubOf(group, kind);
  return kind.versions.flatMap((version) => {
    const moves = version.conversion && movesOf(version.conversion);
    if (!moves || !hub) return [];
    const place = `${where}/${version.name}: movedFields`;
    return moves.flatMap(({ from, to }) => [
      ...from.flatMap((path) => missingField(place, version, path)),
      ...to.flatMap((path) => missingField(place, hub, path)),
    ]);
  });
}

/** Returns the storage version of a kind. */
export function hubOf(group: string, kind: KindDefinition<never>): KindVersion | undefined {
  const storage = storageApiVersion(group, kind.storageVersion);
  return kind.versions.find(({ name, group: own = group }) => storageApiVersion(own, name) === storage);
}

/** Returns a text about a path that leads nowhere in the type of a version; none for paths that end in what has no declared members. */
export function missingField(place: string, { name, type }: KindVersion, path: string): string[] {
  const layout = layoutOf(type);
  const lacking = layout && fieldAt(layout, path).missingFrom;
  if (!lacking) return [];
  const known = lacking.fields.map((each) => each.name).join(', ');
  return [`${place}: ${name} has no "${path}"; ${lacking.shortName} has ${known}`];
}
