import {
  FieldPath,
  forbidden,
  invalid,
  isDeepEqual,
  notSupported,
  required,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import { hasRule, GoValue, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { MANDATORY_LEVELS } from '../bootstrap/mandatory.js';
import { validateConditions } from '../conditions.validation.js';
import {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  type LimitResponse,
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
} from './priority-level-configuration.v1.js';
import { validateQueuing } from './queuing.validation.js';

const SPEC = FieldPath.of('spec');
const EXEMPT = 'exempt';
const checkExempt = fieldChecker(ExemptPriorityLevelConfiguration);
const checkLimited = fieldChecker(LimitedPriorityLevelConfiguration);
/** The annotation that, in a former version, distinguishes zero shares from unset ones. */
const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** Checks a priority level; those every cluster has cannot be changed, but for what the exempt one lends. */
export function validatePriorityLevelConfiguration({
  metadata,
  spec,
  status,
}: PriorityLevelConfiguration): FieldError[] {
  const { name = '', annotations = {} } = metadata;
  const errors = Object.hasOwn(annotations, PRESERVE_ZERO)
    ? [forbidden(FieldPath.of('metadata', 'annotations'), `specifying annotation '${PRESERVE_ZERO}' is forbidden`)]
    : [];
  return [
    ...errors,
    ...specErrors(name, spec ?? { type: '' }),
    ...fixedErrors(name, spec),
    ...validateConditions(status?.conditions),
  ];
}

/** Checks the status of a priority level. */
export function validatePriorityLevelConfigurationStatus({ status }: PriorityLevelConfiguration): FieldError[] {
  return validateConditions(status?.conditions);
}

function specErrors(name: string, { type = '', limited, exempt }: PriorityLevelConfigurationSpec): FieldError[] {
  const errors: FieldError[] = [];
  if ((name === EXEMPT) !== (type === 'Exempt')) {
    errors.push(invalid(SPEC.child('type'), type, "type must be 'Exempt' if and only if name is 'exempt'"));
  }
  switch (type) {
    case 'Exempt':
      if (limited) errors.push(forbidden(SPEC.child('limited'), 'must be nil if the type is not Limited'));
      return exempt
        ? [...errors, ...checkExempt(exempt, SPEC.child('exempt'), 'nominalConcurrencyShares', 'lendablePercent')]
        : errors;
    case 'Limited':
      if (exempt) errors.push(forbidden(SPEC.child('exempt'), 'must be nil if the type is Limited'));
      return [...errors, ...limitedErrors(limited, SPEC.child('limited'))];
    default:
      return [...errors, unknownType(SPEC.child('type'), type, ['Exempt', 'Limited'])];
  }
}

function limitedErrors(limited: LimitedPriorityLevelConfiguration | undefined, path: FieldPath): FieldError[] {
  if (!limited) return [required(path, 'must not be empty when type is Limited')];
  return [
    ...checkLimited(limited, path, 'nominalConcurrencyShares'),
    ...responseErrors(limited.limitResponse, path.child('limitResponse')),
    ...checkLimited(limited, path, 'lendablePercent', 'borrowingLimitPercent'),
  ];
}

function responseErrors(response: LimitResponse | undefined, path: FieldPath): FieldError[] {
  const { type = '', queuing } = response ?? {};
  const place = path.child('queuing');
  switch (type) {
    case 'Reject':
      return queuing ? [forbidden(place, 'must be nil if limited.limitResponse.type is not Limited')] : [];
    case 'Queue':
      if (!queuing) return [required(place, 'must not be empty if limited.limitResponse.type is Limited')];
      return validateQueuing(queuing, place);
    default:
      return [unknownType(path.child('type'), type, ['Queue', 'Reject'])];
  }
}

/** Since 1.36 a type that is not there is missing, not unknown. */
function unknownType(path: FieldPath, type: string, known: readonly string[]): FieldError {
  return type === '' && hasRule({ since: '1.36' }) ? required(path) : notSupported(path, type, known);
}

function fixedErrors(name: string, spec: PriorityLevelConfigurationSpec | undefined): FieldError[] {
  const fixed = MANDATORY_LEVELS.get(name);
  if (!fixed) return [];
  const isExempt = name === EXEMPT;
  const compared = isExempt ? { ...spec, exempt: fixed.exempt } : spec;
  if (isDeepEqual(compared, fixed)) return [];
  const what = isExempt ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return [
    invalid(SPEC, new GoValue('flowcontrol.PriorityLevelConfigurationSpec{}'), `${what} must equal the fixed value`),
  ];
}
