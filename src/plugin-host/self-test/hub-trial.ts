import type { ApiObject } from '../../apimachinery/index.js';
import type { ResolvedKind, ResolvedVersion } from '../../registry/index.js';
import { freezeDeeply } from './difference.js';
import { changeText, convertNow, isRefusal, roundTripLoss } from './trial-conversion.js';

const REMEDY =
  'a client that changes anything in that version would change it for all: carry it in an annotation (conversionAnnotations)';

/**
 * A report about a member of an object of the storage version that is lost or changed when a client reads it in another version and
 * writes it back; none for objects that the rules of that version refuse. Throws what the conversion throws.
 */
export function lossFromHub(kind: ResolvedKind, version: ResolvedVersion, hub: ApiObject): string | undefined {
  const { storage } = kind;
  const shown = freezeDeeply(convertNow(kind, hub, [storage, version]));
  const lost = roundTripLoss(kind, hub, writtenBack(kind, version, shown) ?? hub);
  if (lost === undefined || !takes(version, shown)) return undefined;
  return `${changeText(`its conversion to ${version.name} and back`, lost)}; ${REMEDY}`;
}

/** The object in the storage version again; undefined where the conversion refuses it. */
function writtenBack(kind: ResolvedKind, version: ResolvedVersion, shown: ApiObject): ApiObject | undefined {
  try {
    return convertNow(kind, shown, [version, kind.storage]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

function takes({ type, validate }: ResolvedVersion, object: ApiObject): boolean {
  return type.validate(object).length === 0 && (validate?.(object) ?? []).length === 0;
}
