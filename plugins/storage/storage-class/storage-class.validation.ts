import { invalid, duplicate, type FieldError, FieldPath } from '../../../src/plugin-api/index.js';
import {
  IMMUTABLE_MESSAGE,
  hasRule,
  givenMap,
  repeatFinder,
  validateImmutable,
  validateLabelName,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { checkOneOf, TopologySelectorLabelRequirement, type TopologySelectorTerm } from '../../core/index.js';
import { refuseChange, validateProvisioner, validateStorageParameters } from '../storage-parameters.validation.js';
import { StorageClass } from './storage-class.v1.js';

const PROVISIONER = FieldPath.of('provisioner');
const PARAMETERS = FieldPath.of('parameters');
const RECLAIM_POLICY = FieldPath.of('reclaimPolicy');
const BINDING_MODE = FieldPath.of('volumeBindingMode');
const TOPOLOGIES = FieldPath.of('allowedTopologies');
const POLICIES = ['Delete', 'Retain'];
const checkFields = fieldChecker(StorageClass);
const checkRequirement = fieldChecker(TopologySelectorLabelRequirement);

/** Checks a storage class. */
export function validateStorageClass(storageClass: StorageClass): FieldError[] {
  const { provisioner, parameters, reclaimPolicy, allowedTopologies } = storageClass;
  return [
    ...validateProvisioner(provisioner, PROVISIONER),
    ...validateStorageParameters(parameters, PARAMETERS),
    ...checkOneOf(reclaimPolicy || undefined, RECLAIM_POLICY, POLICIES),
    ...checkFields(storageClass, FieldPath.of()),
    ...topologyErrors(allowedTopologies ?? []),
  ];
}

/** Checks a change: of what volumes are like hardly anything can be changed. */
export function validateStorageClassUpdate(next: StorageClass, old: StorageClass): FieldError[] {
  return [
    ...validateStorageClass(next),
    // A map without members differs from none, as in the reference.
    ...refuseChange(givenMap(next, 'parameters'), givenMap(old, 'parameters'), PARAMETERS),
    ...refuseChange(next.provisioner, old.provisioner, PROVISIONER),
    ...policyChange(next.reclaimPolicy, old.reclaimPolicy),
    ...validateImmutable(next.volumeBindingMode, old.volumeBindingMode, BINDING_MODE),
  ];
}

/**
 * A term is a duplicate once for each equal term before it. One without requirements equals, as in the reference, those
 * that have not been looked at yet as well, itself included.
 */
function topologyErrors(terms: readonly TopologySelectorTerm[]): FieldError[] {
  const seen = new Map<string, number>();
  return terms.flatMap((term, i) => {
    const path = TOPOLOGIES.index(i).child('matchLabelExpressions');
    const { matchLabelExpressions: requirements = [] } = term;
    const identity = identityOf(requirements);
    const before = seen.get(identity) ?? 0;
    seen.set(identity, before + 1);
    const repeats = before + (requirements.length === 0 ? terms.length - i : 0);
    return [...requirementErrors(requirements, path), ...repeatErrors(repeats, path)];
  });
}

/** The collector of errors ends the check when there are enough, so that many terms do not cost their square. */
function repeatErrors(count: number, path: FieldPath): FieldError[] {
  return Array.from({ length: count }, () => duplicate(path, ''));
}

/** Returns the meaning of a term, whatever the order; of several requirements on one key the last one counts. */
function identityOf(requirements: readonly TopologySelectorLabelRequirement[]): string {
  const values = new Map(requirements.map((each) => [each.key, [...new Set(each.values ?? [])].sort()]));
  return JSON.stringify([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function requirementErrors(requirements: readonly TopologySelectorLabelRequirement[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return requirements.flatMap((requirement, i) => {
    const { key, values } = requirement;
    const place = path.index(i);
    return [
      ...checkRequirement(requirement, place),
      ...valueErrors(values ?? [], place.child('values')),
      ...validateLabelName(key, place.child('key')),
      ...(isRepeated(key) ? [duplicate(place.child('key'), key)] : []),
    ];
  });
}

function valueErrors(values: readonly string[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return values.flatMap((value, i) => (isRepeated(value) ? [duplicate(path.index(i), value)] : []));
}

function policyChange(next: string | undefined, old: string | undefined): FieldError[] {
  if (!hasRule({ since: '1.36' })) return refuseChange(next, old, RECLAIM_POLICY);
  return next === old ? [] : [invalid(RECLAIM_POLICY, next, IMMUTABLE_MESSAGE)];
}
