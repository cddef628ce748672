import { formatApiVersion, goQuote } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';

/** What a body is expected to hold. */
export interface BodyExpectation {
  readonly type: ObjectShape;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Further versions of the group that a body may be in without being of another shape. */
  readonly otherVersions?: readonly string[];
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
