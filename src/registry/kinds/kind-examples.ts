import type { ApiObject } from '../../apimachinery/index.js';
import type { ResolvedVersion } from './resolved-version.js';

/** Returns the examples of a version, whole: with apiVersion and kind. */
export function examplesOf({ apiVersion, gvk, declaration }: ResolvedVersion): readonly ApiObject[] {
  return (declaration.examples ?? []).map((example) => ({ apiVersion, kind: gvk.kind, ...example }) as ApiObject);
}
