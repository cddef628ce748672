import { type ApiObject, isDeepEqual, type Strategy } from '../../../src/plugin-api/index.js';
import { formatFieldError, loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceShape } from './custom-resource-shape.js';

/** The parts of one version its strategy depends on. */
export interface VersionRules {
  readonly hasStatus: boolean;
  /**
   * True for the storage version if its schema has a default for the whole status. A creation drops the status of the
   * client; what is stored has the default in its place, as every stored object has the defaults of its version.
   */
  readonly hasStatusDefault: boolean;
  readonly shape: CustomResourceShape;
}

const ADVICE = 'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers';
const PLAIN_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/**
 * Returns the strategy of custom resources by their version: only metadata and the schema are validated, as in the
 * reference. `versions` has the rules of the served versions by API version; `checkCreation` throws a StatusError while
 * no object may be created.
 */
export function customResourceStrategy(
  versions: ReadonlyMap<string, VersionRules>,
  checkCreation: () => void,
): Strategy {
  const needsLanguage = [...versions.values()].some(({ shape }) => shape.hasRules);
  const ruleWarnings = (object: ApiObject): string[] => {
    const shape = versions.get(object.apiVersion ?? '')?.shape;
    return (shape?.ratchetedFaults(object) ?? []).map(formatFieldError);
  };
  return {
    loadRules: needsLanguage ? () => loadExpressionLanguage().then(() => undefined) : undefined,
    repeatedMetadataCheck: 'change',
    prepareForCreate: checkCreation,
    prepareForUpdate(object, old, { subresource }) {
      // A status write owns the metadata it sends, and changes none of it.
      if (subresource === 'status') object.metadata = { ...old.metadata, managedFields: object.metadata.managedFields };
    },
    canonicalize: (object) => {
      const rules = versions.get(object.apiVersion ?? '');
      if (rules?.hasStatusDefault && !('status' in object)) rules.shape.applyDefaults(object);
    },
    warningsOnCreate: (object) => finalizerWarnings(object, undefined),
    warningsOnUpdate: (object, old, { subresource }) => [
      ...(subresource === '' ? finalizerWarnings(object, old) : []),
      ...ruleWarnings(object),
    ],
  };
}

/**
 * Returns the check whether the specification changes: any change but one of metadata, and one of the status where that
 * is written by itself.
 */
export function countsAsChange(
  versions: ReadonlyMap<string, VersionRules>,
): (object: ApiObject, old: ApiObject) => boolean {
  return (object, old) => {
    const isStatusApart = versions.get(object.apiVersion ?? '')?.hasStatus ?? false;
    return !isDeepEqual(contentOf(object, isStatusApart), contentOf(old, isStatusApart));
  };
}

function contentOf(object: ApiObject, isStatusApart: boolean): Record<string, unknown> {
  const {
    metadata: _metadata,
    apiVersion: _apiVersion,
    status,
    ...content
  } = object as ApiObject & { status?: unknown };
  return isStatusApart ? content : { ...content, status };
}

function finalizerWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const before = new Set(old?.metadata.finalizers ?? []);
  const added = [...new Set(object.metadata.finalizers ?? [])].filter((each) => !before.has(each)).sort();
  return added
    .filter((finalizer) => !finalizer.includes('/') && !PLAIN_FINALIZERS.has(finalizer))
    .map((finalizer) => `metadata.finalizers: ${JSON.stringify(finalizer)}: ${ADVICE}`);
}
