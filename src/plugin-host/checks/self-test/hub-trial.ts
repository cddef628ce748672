import type { ApiObject } from '../../../apimachinery/index.js';
import type { ResolvedKind, ResolvedVersion } from '../../../registry/index.js';
import { type Difference, freezeDeeply } from './difference.js';
import {
  ROUND_TRIP,
  changeText,
  convertNow,
  failureText,
  isRefusal,
  messageOf,
  roundTripLoss,
  thereAndBack,
} from './trial-conversion.js';

const REMEDY =
  'a client that changes anything in that version would change it for all: ' +
  'convert it in both directions, or carry it in an annotation (conversionAnnotations)';

/**
 * Returns a report about a member of an object of the storage version that is lost or changed when a client reads it in another
 * version and writes it back; none for objects that the conversion or the rules of that version refuse. Throws what else the
 * conversion throws.
 */
export function lossFromHub(kind: ResolvedKind, version: ResolvedVersion, hub: ApiObject): string | undefined {
  const found = lossOf(kind, version, hub);
  if (!found || !takes(version, found.shown)) return undefined;
  return `${changeText(`its conversion to ${version.name} and back`, found.lost)}; ${REMEDY}`;
}

/** The object as a version shows it, and what is lost by writing it back so; undefined where nothing is, or the conversion refuses it. */
function lossOf(
  kind: ResolvedKind,
  version: ResolvedVersion,
  hub: ApiObject,
): { readonly shown: ApiObject; readonly lost: Difference } | undefined {
  const { storage } = kind;
  try {
    const shown = freezeDeeply(convertNow(kind, hub, [storage, version]));
    const lost = roundTripLoss(kind, hub, convertNow(kind, shown, [version, storage]));
    return lost && { shown, lost };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function takes({ type, validate }: ResolvedVersion, object: ApiObject): boolean {
  return type.validate(object).length === 0 && (validate?.(object) ?? []).length === 0;
}

/**
 * Returns a report about an object of the storage version with every member set, which loses something in a version because the
 * conversion leaves out what that version requires: its rules would refuse every such object. Throws what the conversion throws.
 */
export function gapFromHub(kind: ResolvedKind, version: ResolvedVersion, hub: ApiObject): string | undefined {
  const { shown } = lossOf(kind, version, hub) ?? {};
  const gap = shown && version.type.validate(shown).find(({ reason }) => reason === 'FieldValueRequired');
  return gap && `its conversion to ${version.name} leaves out ${gap.field}, which that version requires`;
}

/** Ends reports that may be of a sample which no conversion could take. */
export const AN_EXAMPLE = 'where only some values can, give the version an example with one, which is tried instead';

/** A sample of the storage version; fair where the rules of that version take it. */
interface HubSample {
  readonly hub: ApiObject;
  readonly isFair: boolean;
}

/**
 * Returns the sample of a version that its conversion makes of that of the storage version, or what is wrong with it. Neither where
 * the sample of the storage version need not be taken.
 */
export function sampleFromHub(
  kind: ResolvedKind,
  version: ResolvedVersion,
  { hub, isFair }: HubSample,
): { readonly sample?: ApiObject; readonly fault?: string } {
  try {
    const sample = freezeDeeply(convertNow(kind, hub, [kind.hub, version]));
    const lost = roundTripLoss(kind, sample, thereAndBack(kind, version, sample));
    if (!lost) return { sample };
    return isFair && takes(version, sample) ? { fault: changeText(ROUND_TRIP, lost) } : {};
  } catch (error) {
    if (!isRefusal(error)) return { fault: failureText('its conversion', error) };
    return isFair
      ? { fault: `its conversion refuses what it has made itself: ${messageOf(error)}; ${AN_EXAMPLE}` }
      : {};
  }
}
