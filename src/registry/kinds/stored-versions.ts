import { type ApiObject, formatApiVersion } from '../../apimachinery/index.js';
import type { StoredVersions } from '../../storage/index.js';
import type { ResolvedKind } from './resolved-kind.js';
import type { ResolvedVersion } from './resolved-version.js';

/** Returns the versions of a kind, for what transforms its stored values. */
export function storedVersionsOf(kind: ResolvedKind): StoredVersions {
  const { storage, versions, group, definition } = kind;
  const { hashedVersion } = definition.quirks ?? {};
  const named = hashedVersion && versions.get(formatApiVersion({ group, version: hashedVersion }));
  return {
    storage,
    reference: named || storage,
    find: (apiVersion) => versions.get(apiVersion),
    convert: (object, from, to) => {
      if (kind.conversionMayWait) return undefined;
      // Pure functions of declared versions never wait.
      return kind.convertOne(object as ApiObject, from as ResolvedVersion, to as ResolvedVersion) as ApiObject;
    },
  };
}
