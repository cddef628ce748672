import {
  type ApiObject,
  FieldPath,
  GoValue,
  MODIFIED_MESSAGE,
  badRequest,
  conflict,
  invalid,
  invalidObject,
} from '../apimachinery/index.js';
import type { ResolvedKind } from './resolved-kind.js';

/** How Go prints a revision that is not set. */
const UNSET_VERSION = new GoValue('0x0');

/**
 * Holds the resourceVersion of an update against the stored one; 409 where they differ. Answers whether the client
 * named the version it means to replace; a lost race is then its own to solve.
 */
export function checkVersion<T extends ApiObject>(kind: ResolvedKind<T>, object: T, old: T): boolean {
  const sent = object.metadata.resourceVersion ?? '';
  if (sent !== '' && !/^\d+$/.test(sent)) {
    throw badRequest(`strconv.ParseUint: parsing ${JSON.stringify(sent)}: invalid syntax`);
  }
  if (sent !== '' && sent !== '0') {
    if (sent === old.metadata.resourceVersion) return true;
    throw conflict(kind.groupResource, old.metadata.name ?? '', MODIFIED_MESSAGE);
  }
  if (!kind.definition.allowUnconditionalUpdate) {
    const path = FieldPath.of('metadata', 'resourceVersion');
    const error = invalid(path, UNSET_VERSION, 'must be specified for an update');
    // Unlike all other rules this one names the resource, not the kind.
    const { group, resource } = kind.groupResource;
    throw invalidObject({ group, kind: resource }, old.metadata.name ?? '', [error]);
  }
  object.metadata.resourceVersion = old.metadata.resourceVersion;
  return false;
}
