import {
  type ApiObject,
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  invalid,
} from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { MANIFESTS_GATE, MANIFESTS_SPAN } from './manifests-gate.js';

/** The suffix of the names of objects that manifests hold. */
export const STATIC_SUFFIX = '.static.k8s.io';
const NAME = FieldPath.of('metadata', 'name');
const RESERVED = `names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`;

/** The rules of a kind, as far as they say how new and changed objects are validated. */
type Rules<T extends ApiObject> = Pick<
  Strategy<T>,
  'validate' | 'validateUpdate' | 'warningsOnCreate' | 'warningsOnUpdate'
>;

/**
 * Returns the rules of a kind whose objects may also come from manifests: while these are enabled, no object with a reserved
 * name is created. One that is stored already can be changed, with a warning.
 */
export function reserveStaticNames<T extends ApiObject>(
  rules: Required<Pick<Strategy<T>, 'validate'>> & Pick<Strategy<T>, 'validateUpdate'>,
): Required<Rules<T>> {
  const { validate, validateUpdate = (object, _old, context) => validate(object, context) } = rules;
  return {
    validate: (object, context) => [...validate(object, context), ...reservedNameErrors(object, context)],
    validateUpdate,
    warningsOnCreate: (object, { isEnabled }) => (isEnabled(MANIFESTS_GATE) ? [] : reservedNameWarnings(object)),
    warningsOnUpdate: (object) => reservedNameWarnings(object),
  };
}

function isReserved({ metadata: { name = '' } }: ApiObject): boolean {
  return name.endsWith(STATIC_SUFFIX);
}

function reservedNameErrors(object: ApiObject, { isEnabled }: StrategyContext): FieldError[] {
  return isReserved(object) && isEnabled(MANIFESTS_GATE) ? [invalid(NAME, object.metadata.name, RESERVED)] : [];
}

function reservedNameWarnings(object: ApiObject): string[] {
  return isReserved(object) && hasRule(MANIFESTS_SPAN) ? [`metadata.name: ${RESERVED}`] : [];
}
