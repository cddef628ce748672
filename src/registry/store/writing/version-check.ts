import {
  type ApiObject,
  FieldPath,
  GoValue,
  IntegerError,
  MODIFIED_MESSAGE,
  badRequest,
  conflict,
  invalid,
  invalidObject,
  parseUint64,
} from '../../../apimachinery/index.js';
import type { KindFacts } from '../../kinds/resolved-kind.js';

type VersionedKind = Pick<KindFacts, 'groupResource'> & {
  readonly definition: { readonly allowUnconditionalUpdate?: boolean };
};

/** Refuses a resourceVersion that is no number of 64 bits, in the words of the reference. */
export function checkSyntax(sent: string): void {
  if (sent === '') return;
  try {
    parseUint64(sent);
  } catch (error) {
    throw error instanceof IntegerError ? badRequest(error.message) : error;
  }
}

/**
 * Refuses a new object with the version of a state; one that is no number is dropped (upstream: storage's Create, which a
 * dry run does not reach: its answer has what was sent).
 */
export function checkNewVersion({ metadata }: ApiObject, { dryRun }: { readonly dryRun?: boolean }): void {
  if (metadata.resourceVersion === undefined || dryRun) return;
  const version = numberOf(metadata.resourceVersion);
  if (version === undefined) delete metadata.resourceVersion;
  else if (version > 0n) throw badRequest('resourceVersion should not be set on objects to be created');
}

function numberOf(sent: string): bigint | undefined {
  try {
    return parseUint64(sent);
  } catch {
    return undefined;
  }
}

/**
 * Compares the resourceVersion of an update with the stored one, which is used if it names none; 409 if they differ.
 */
export function checkVersion(kind: VersionedKind, object: ApiObject, old: ApiObject): void {
  const sent = object.metadata.resourceVersion ?? '';
  checkSyntax(sent);
  if (sent !== '' && sent !== '0') {
    if (sent === old.metadata.resourceVersion) return;
    throw conflict(kind.groupResource, old.metadata.name ?? '', MODIFIED_MESSAGE);
  }
  if (!kind.definition.allowUnconditionalUpdate) {
    const zero = new GoValue('0x0', 0);
    const error = invalid(FieldPath.of('metadata', 'resourceVersion'), zero, 'must be specified for an update');
    // The reference names the resource here, not the kind.
    const { group, resource } = kind.groupResource;
    throw invalidObject({ group, kind: resource }, old.metadata.name ?? '', [error]);
  }
  object.metadata.resourceVersion = old.metadata.resourceVersion;
}
