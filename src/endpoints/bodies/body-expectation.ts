import { type ApiObject, type MaybePromise, formatApiVersion, goQuote } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';

/** Another version of a kind than the expected one: a patch may turn an object into it. */
export interface OtherVersion {
  readonly type: ObjectShape;
  /** Converts an object of this version to the expected one. */
  convert(object: ApiObject): MaybePromise<ApiObject>;
}

/** The kinds that clients may name in bodies. */
export interface KnownKinds {
  /** Reports whether a kind exists in a version. */
  knowsKind(apiVersion: string, kind: string): boolean;
  /** Returns the type of a kind's objects in a version; undefined for unknown kinds, and for lists and options. */
  typeOf(apiVersion: string, kind: string): ObjectShape | undefined;
}

/** The expected content of a body. */
export interface BodyExpectation {
  readonly type: ObjectShape;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Further versions of the group that a body may be in without being of another shape. */
  readonly otherVersions?: readonly string[];
  /** The other versions of the kind in its group, by whose types documents are read that name them. */
  readonly otherVersion?: (apiVersion: string) => OtherVersion | undefined;
  /** True if the object is a part of one that strategic merge patches cannot change. */
  readonly hasNoStrategicMerge?: boolean;
  /** Those that exist, for complaints about bodies of another kind; without it none does. */
  readonly kinds?: KnownKinds;
}

/** Returns group and version as objects have them. */
export function apiVersionOf({ group, version }: BodyExpectation): string {
  return formatApiVersion({ group, version });
}

/** How the reference names the registry of its kinds in complaints. */
const SCHEME = '"kubernetes/pkg/api/legacyscheme/scheme.go:30"';

/**
 * Returns the complaint about a kind that no group has in a version. Without a version the reference looks for the kind
 * among the internal ones of the expected group.
 */
export function notRegistered(kind: string, apiVersion: string, { group }: Pick<BodyExpectation, 'group'>): string {
  const version =
    apiVersion === '' ? `the internal version of group ${goQuote(group)}` : `version ${goQuote(apiVersion)}`;
  return `no kind ${goQuote(kind)} is registered for ${version} in scheme ${SCHEME}`;
}
