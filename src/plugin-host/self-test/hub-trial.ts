import type { ApiObject } from '../../apimachinery/index.js';
import type { ResolvedKind, ResolvedVersion } from '../../registry/index.js';
import { freezeDeeply } from './difference.js';
import { changeText, convertNow, isRefusal, roundTripLoss } from './trial-conversion.js';

const REMEDY =
  'a client that changes anything in that version would change it for all: carry it in an annotation (conversionAnnotations)';

/**
 * A report about a member of an object of the storage version that is lost or changed when a client reads it in another version and
 * writes it back; none for objects that the conversion or the rules of that version refuse. Throws what else the conversion throws.
 */
export function lossFromHub(kind: ResolvedKind, version: ResolvedVersion, hub: ApiObject): string | undefined {
  const { storage } = kind;
  try {
    const shown = freezeDeeply(convertNow(kind, hub, [storage, version]));
    const lost = roundTripLoss(kind, hub, convertNow(kind, shown, [version, storage]));
    if (lost === undefined || !takes(version, shown)) return undefined;
    return `${changeText(`its conversion to ${version.name} and back`, lost)}; ${REMEDY}`;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function takes({ type, validate }: ResolvedVersion, object: ApiObject): boolean {
  return type.validate(object).length === 0 && (validate?.(object) ?? []).length === 0;
}
