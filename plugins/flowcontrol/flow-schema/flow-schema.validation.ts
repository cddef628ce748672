import { FieldPath, invalid, isDeepEqual, notSupported, type FieldError } from '../../../src/plugin-api/index.js';
import { goStruct, GoValue, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { MANDATORY_SCHEMAS } from '../bootstrap/mandatory.js';
import { validateConditions } from '../conditions.validation.js';
import { type FlowSchema, FlowSchemaSpec, PriorityLevelConfigurationReference } from './flow-schema.v1.js';
import { validateRule } from './policy-rule.validation.js';

const SPEC = FieldPath.of('spec');
const PRECEDENCE = SPEC.child('matchingPrecedence');
const checkSpec = fieldChecker(FlowSchemaSpec);
const checkLevel = fieldChecker(PriorityLevelConfigurationReference);
const METHODS = ['ByNamespace', 'ByUser'];

/** Checks a flow schema; those every cluster has cannot be changed. */
export function validateFlowSchema({ metadata, spec, status }: FlowSchema): FieldError[] {
  const { name = '' } = metadata;
  const fixed = MANDATORY_SCHEMAS.get(name);
  const isOther = fixed !== undefined && !isDeepEqual(spec, fixed);
  return [
    ...specErrors(name, spec ?? ({} as FlowSchemaSpec)),
    ...(isOther
      ? [invalid(SPEC, new GoValue('flowcontrol.FlowSchemaSpec{}'), `spec of '${name}' must equal the fixed value`)]
      : []),
    ...validateConditions(status?.conditions),
  ];
}

/** Checks the status of a flow schema. */
export function validateFlowSchemaStatus({ status }: FlowSchema): FieldError[] {
  return validateConditions(status?.conditions);
}

function specErrors(name: string, spec: FlowSchemaSpec): FieldError[] {
  const { matchingPrecedence = 0, distinguisherMethod, priorityLevelConfiguration, rules = [] } = spec;
  const type = distinguisherMethod?.type ?? '';
  const shown = goStruct('flowcontrol.FlowDistinguisherMethod', { Type: type });
  return [
    ...checkSpec(spec, SPEC),
    ...precedenceErrors(name, matchingPrecedence),
    ...(distinguisherMethod && !METHODS.includes(type)
      ? [notSupported(SPEC.child('distinguisherMethod', 'type'), shown, METHODS)]
      : []),
    ...checkLevel(priorityLevelConfiguration, SPEC.child('priorityLevelConfiguration')),
    ...rules.flatMap((rule, at) => validateRule(rule, SPEC.child('rules').index(at))),
  ];
}

function precedenceErrors(name: string, precedence: number): FieldError[] {
  if (precedence !== 1 || name === 'exempt') return [];
  return [invalid(PRECEDENCE, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")];
}
