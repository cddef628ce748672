import type { ApiObject, FieldError, ResourceStore, StrategyContext } from '../../../src/plugin-api/index.js';
import {
  checkAs,
  collectFieldErrors,
  formatFieldErrors,
  type JsonValue,
  validateObjectMeta,
} from '../../../src/plugin-api/built-in.js';

/** The only version that manifests may be written in. */
export const MANIFEST_VERSION = 'admissionregistration.k8s.io/v1';

/** A kind of objects that the manifests of a plugin may hold. */
export interface ManifestKind {
  readonly kind: string;
  /** Its plural name. */
  readonly resource: string;
  /** Validates an object as one that is created through the API. The expression language has been loaded. */
  validate(object: ApiObject, context: Pick<StrategyContext, 'release' | 'apiVersion'>): FieldError[];
  /** Returns what an object has that manifests must not have, since they may not depend on objects of the API. */
  restrict(object: ApiObject): string | undefined;
}

type ResolvedKind = ResourceStore['kind'];

/**
 * Decodes an object of a manifest strictly, fills in defaults and validates it, as the API does. Throws an Error for what
 * the API would refuse, or drop.
 */
export async function readManifestObject(
  value: JsonValue,
  { validate }: ManifestKind,
  kind: ResolvedKind,
): Promise<ApiObject> {
  const version = kind.versions.get(MANIFEST_VERSION);
  if (!version) throw new Error(`${MANIFEST_VERSION} has no ${kind.kind} in this release`);
  const unknown: string[] = [];
  const decoded = version.type.decode(value, { onUnknown: (path) => unknown.push(path) }) as unknown as ApiObject;
  if (unknown.length > 0) throw new Error(unknown.map((path) => `unknown field ${JSON.stringify(path)}`).join(', '));
  version.type.applyDefaults(decoded);
  const working = kind.workingVersion(MANIFEST_VERSION);
  const object = await kind.convertOne(decoded, version, working);
  const context = { release: kind.release, apiVersion: MANIFEST_VERSION };
  const errors = checkAs(kind.release, () =>
    collectFieldErrors(() => [
      ...validateObjectMeta(object.metadata, {
        namespaced: false,
        nameRule: kind.nameRule,
        allowsPlainFinalizers: true,
      }),
      ...working.type.validate(object),
      ...validate(object, context),
    ]),
  ).filter(({ field }) => !working.type.isOutOfView(field));
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return object;
}
