import { type ApiObject, StatusError, WrongResult } from '../../../apimachinery/index.js';
import { stringifyJson } from '../../../codecs/index.js';
import { type ResolvedKind, type ResolvedVersion, isIntroduced, isWrongResult } from '../../../registry/index.js';
import { placeOfThrow } from '../../mistakes/index.js';
import { type Difference, firstLoss, freezeDeeply } from './difference.js';

/** Names the round trip in reports. */
export const ROUND_TRIP = 'its conversion to the storage version and back';

/**
 * Returns the versions of a kind that are tried: those that its release has, whose fields its hub has too; all of them where the hub
 * is one of a later release.
 */
export function triedVersions(kind: ResolvedKind): ResolvedVersion[] {
  const versions = [...kind.versions.values()];
  if (kind.hasLaterHub) return versions;
  return versions.filter(({ declaration }) => isIntroduced(declaration.introduced, kind.release));
}

/** Converts an object to the storage version and back, by pure functions; both inputs are read-only. Throws what they throw. */
export function thereAndBack(kind: ResolvedKind, version: ResolvedVersion, object: ApiObject): ApiObject {
  const hub = freezeDeeply(convertNow(kind, object, [version, kind.hub]));
  return convertNow(kind, hub, [kind.hub, version]);
}

/** Converts by the functions that versions declare, which never wait. Throws what they throw. */
export function convertNow(
  kind: ResolvedKind,
  object: ApiObject,
  [from, to]: readonly [ResolvedVersion, ResolvedVersion],
): ApiObject {
  try {
    return kind.convertOne(object, from, to) as ApiObject;
  } catch (error) {
    // The function that failed is the cause of the client's error.
    throw error instanceof StatusError && error.cause ? error.cause : error;
  }
}

/** Reports whether a conversion has refused a value of a client, as rules do: with 422. */
export function isRefusal(error: unknown): boolean {
  return error instanceof StatusError && error.status.code === 422;
}

/** Returns the first member that a round trip has lost or changed; members that it adds count as redundant. */
export function roundTripLoss(kind: ResolvedKind, before: ApiObject, after: ApiObject): Difference | undefined {
  return firstLoss(withoutCarried(kind, before), withoutCarried(kind, after));
}

/** Returns annotations in which a conversion carries what a version has no member for are its own affair. */
export function withoutCarried({ definition }: ResolvedKind, object: ApiObject): ApiObject {
  const carried = new Set(definition.conversionAnnotations);
  const { annotations = {} } = object.metadata;
  const kept = Object.entries(annotations).filter(([name]) => !carried.has(name));
  return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(kept) } };
}

/** Returns the text of a report about a member that has changed. */
export function changeText(what: string, { path, before, after }: Difference): string {
  return `${what} changes ${path} from ${shown(before)} to ${shown(after)}; it has to come back as it was`;
}

/** The frames of the trial itself: what is below them is not the plugin's. */
const TRIAL = /\b(KindTrial|SparseTrial)\b/;

/** Returns the text of a report about a function that has thrown, with the place. */
export function failureText(what: string, error: unknown): string {
  if (error instanceof WrongResult) return `${what}: ${error.message}`;
  if (isWrongResult(error)) return `${what} fails: ${messageOf(error)}`;
  const place = placeOfThrow(error, TRIAL);
  const where = place === undefined ? '' : ` (${place})`;
  return `${what} fails: ${messageOf(error)}${where}; it may neither throw nor change what it is given`;
}

/** Returns the message of what was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Longer values are cut: they are whole objects. */
const LONGEST_SHOWN = 100;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
