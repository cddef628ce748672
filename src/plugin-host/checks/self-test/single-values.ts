import type { ApiObject } from '../../../apimachinery/index.js';
import { type ResolvedKind, type ResolvedVersion, examplesOf } from '../../../registry/index.js';
import { freezeDeeply } from './difference.js';
import { changed, membersOf } from './members.js';
import { otherValuesOf } from './sample-object.js';
import { convertNow } from './trial-conversion.js';

/** Objects that are tried in one version: a start must not take seconds for a type. */
const MOST = 512;

/**
 * Returns objects of a version that differ from its examples, those of the storage version and a sample in one member, which has its
 * greatest or another of its values. Rules may refuse an object with all members at their greatest values.
 */
export function* objectsWithOneOtherValue(
  kind: ResolvedKind,
  version: ResolvedVersion,
  sample: ApiObject,
): Generator<ApiObject> {
  const { published } = version.type;
  if (!('layout' in published)) return;
  let left = MOST;
  for (const base of basesOf(kind, version, sample)) {
    for (const { path, field, value } of membersOf(published.layout, base)) {
      for (const other of otherValuesOf(field)) {
        if (other === value) continue;
        if (left-- === 0) return;
        const given = field.list ? [other] : other;
        yield freezeDeeply(changed(base, path, field.map ? { sample: given } : given));
      }
    }
  }
}

/** An object that makes a conversion or a default fail is left out; other trials report it. */
function basesOf(kind: ResolvedKind, version: ResolvedVersion, sample: ApiObject): ApiObject[] {
  const { storage } = kind;
  const own = examplesOf(version).map((example) => () => completed(version, example));
  const others = version === storage ? [] : examplesOf(storage);
  const converted = others.map((example) => () => convertNow(kind, completed(storage, example), [storage, version]));
  return [...own, ...converted, () => sample].flatMap((make) => {
    try {
      return [make()];
    } catch {
      return [];
    }
  });
}

function completed({ type }: ResolvedVersion, example: ApiObject): ApiObject {
  const object = type.decode(structuredClone(example)) as unknown as ApiObject;
  type.applyDefaults(object);
  return freezeDeeply(object);
}
