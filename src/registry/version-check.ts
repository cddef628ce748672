import {
  type ApiObject,
  FieldPath,
  GoValue,
  MODIFIED_MESSAGE,
  badRequest,
  conflict,
  invalid,
  invalidObject,
  goQuote,
} from '../apimachinery/index.js';
import type { KindFacts } from './resolved-kind.js';

type VersionedKind = Pick<KindFacts, 'groupResource'> & {
  readonly definition: { readonly allowUnconditionalUpdate?: boolean };
};

/** Holds the resourceVersion of an update against the stored one, which it takes over where it names none; 409 where they differ. */
export function checkVersion(kind: VersionedKind, object: ApiObject, old: ApiObject): void {
  const sent = object.metadata.resourceVersion ?? '';
  if (sent !== '' && !/^\d+$/.test(sent)) {
    throw badRequest(`strconv.ParseUint: parsing ${goQuote(sent)}: invalid syntax`);
  }
  if (sent !== '' && sent !== '0') {
    if (sent === old.metadata.resourceVersion) return;
    throw conflict(kind.groupResource, old.metadata.name ?? '', MODIFIED_MESSAGE);
  }
  if (!kind.definition.allowUnconditionalUpdate) {
    const zero = new GoValue('0x0');
    const error = invalid(FieldPath.of('metadata', 'resourceVersion'), zero, 'must be specified for an update');
    // The reference names the resource here, not the kind.
    const { group, resource } = kind.groupResource;
    throw invalidObject({ group, kind: resource }, old.metadata.name ?? '', [error]);
  }
  object.metadata.resourceVersion = old.metadata.resourceVersion;
}
