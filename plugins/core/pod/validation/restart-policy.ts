import { required, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { tooMany } from '../../../../src/plugin-api/built-in.js';
import type { Container, ContainerRestartRule } from '../shape/container.v1.js';
import { checkOneOf } from './checks.js';
import type { PodRules } from './rules.js';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const OPERATORS = ['In', 'NotIn'];
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** Checks how a container is restarted, apart from the policy of its pod (upstream: validateContainerRestartPolicy). */
export function validateRestartPolicy(container: Container, path: FieldPath, rules: PodRules): FieldError[] {
  const { restartPolicy: policy, restartPolicyRules: ofContainer = [] } = container;
  const place = path.child('restartPolicyRules');
  const actions = actionsOf(rules);
  return [
    ...checkOneOf(policy, path.child('restartPolicy'), POLICIES),
    ...(policy === undefined && ofContainer.length > 0
      ? [required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used')]
      : []),
    ...(ofContainer.length > MAX_RULES ? [tooMany(place, ofContainer.length, MAX_RULES)] : []),
    ...ofContainer.flatMap((rule, i) => ruleErrors(rule, place.index(i), actions)),
  ];
}

function actionsOf({ isEnabled }: PodRules): string[] {
  return isEnabled('RestartAllContainersOnContainerExits') ? ['Restart', 'RestartAllContainers'] : ['Restart'];
}

function ruleErrors({ action, exitCodes }: ContainerRestartRule, path: FieldPath, actions: string[]): FieldError[] {
  const errors = checkOneOf(action ?? '', path.child('action'), actions);
  const place = path.child('exitCodes');
  if (!exitCodes) return [...errors, required(place, 'must be specified')];
  const { operator, values = [] } = exitCodes;
  errors.push(...checkOneOf(operator ?? '', place.child('operator'), OPERATORS));
  if (values.length > MAX_EXIT_CODES) errors.push(tooMany(place.child('values'), values.length, MAX_EXIT_CODES));
  return errors;
}
