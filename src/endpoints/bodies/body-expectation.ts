import { type ApiObject, formatApiVersion, goQuote } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';

/** A version of a kind that a patch may turn an object into. */
export interface PatchedVersion {
  readonly type: ObjectShape;
  /** Gives an object of this version the shape of the expected one. */
  convert(object: ApiObject): ApiObject;
}

/** What a body is expected to hold. */
export interface BodyExpectation {
  readonly type: ObjectShape;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Further versions of the group that a body may be in without being of another shape. */
  readonly otherVersions?: readonly string[];
  /** The other versions of the kind in its group; without it, or where it knows none, a patch keeps the version. */
  readonly patchedVersion?: (apiVersion: string) => PatchedVersion | undefined;
  /** Whether a kind exists in a version, for complaints about bodies of another kind; without it none does. */
  readonly knowsKind?: (apiVersion: string, kind: string) => boolean;
}

/** Group and version as objects carry them. */
export function apiVersionOf({ group, version }: BodyExpectation): string {
  return formatApiVersion({ group, version });
}

/** How the reference names the registry of its kinds in complaints. */
const SCHEME = '"kubernetes/pkg/api/legacyscheme/scheme.go:30"';

/** The complaint about a kind that no group has in a version. */
export function notRegistered(kind: string, apiVersion: string): string {
  const [name, version] = [kind, apiVersion].map((member) => goQuote(member));
  return `no kind ${name} is registered for version ${version} in scheme ${SCHEME}`;
}
