import { type FieldError, FieldPath, forbidden, notSupported, required } from '../../../src/plugin-api/index.js';
import { validateImmutable } from '../../../src/plugin-api/built-in.js';
import type { PriorityClass } from './priority-class.v1.js';
import { HIGHEST_USER_VALUE, SYSTEM_PREFIX, systemClassOf } from './system-priority-classes.js';

const NAME = FieldPath.of('metadata', 'name');
const VALUE = FieldPath.of('value');
const POLICY = FieldPath.of('preemptionPolicy');
const POLICIES = ['PreemptLowerPriority', 'Never'];

/** Checks a priority class: which values and names are the system's. */
export function validatePriorityClass(priorityClass: PriorityClass): FieldError[] {
  return [...rankErrors(priorityClass), ...policyErrors(priorityClass.preemptionPolicy)];
}

/** Checks what may change: neither the value nor the policy, which pods have taken over. */
export function validatePriorityClassUpdate(next: PriorityClass, last: PriorityClass): FieldError[] {
  return [
    ...(next.value === last.value ? [] : [forbidden(VALUE, 'may not be changed in an update.')]),
    ...validateImmutable(next.preemptionPolicy, last.preemptionPolicy, POLICY),
  ];
}

function rankErrors(priorityClass: PriorityClass): FieldError[] {
  const { metadata, value } = priorityClass;
  if (metadata.name?.startsWith(SYSTEM_PREFIX)) {
    const fault = systemFault(priorityClass, metadata.name);
    if (fault === undefined) return [];
    const reserved = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only`;
    return [forbidden(NAME, `${reserved}. error: ${fault}`)];
  }
  if (value <= HIGHEST_USER_VALUE) return [];
  return [forbidden(VALUE, `maximum allowed value of a user defined priority is ${HIGHEST_USER_VALUE}`)];
}

/** Returns why a class is not the system class of its name; undefined if it is. */
function systemFault({ value, globalDefault = false }: PriorityClass, name: string): string | undefined {
  const known = systemClassOf(name);
  if (!known) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function policyErrors(policy: string | undefined): FieldError[] {
  if (policy === undefined || POLICIES.includes(policy)) return [];
  return [policy === '' ? required(POLICY) : notSupported(POLICY, policy, POLICIES)];
}
