import { required, duplicate, type FieldError, FieldPath } from '../../../src/plugin-api/index.js';
import {
  hasRule,
  goStruct,
  type GoValue,
  repeatFinder,
  validateImmutable,
  validateLabels,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { goPointer, type Toleration, validateResourceRequirements, validateTolerations } from '../../core/index.js';
import { RuntimeClass, type Scheduling } from './runtime-class.v1.js';

const HANDLER = FieldPath.of('handler');
const checkFields = fieldChecker(RuntimeClass);

/** Checks a runtime class: its handler, what pods cost and where they run. */
export function validateRuntimeClass(runtimeClass: RuntimeClass): FieldError[] {
  const { overhead, scheduling } = runtimeClass;
  return [
    ...handlerErrors(runtimeClass),
    ...(overhead ? validateResourceRequirements({ limits: overhead.podFixed }, FieldPath.of('overhead')) : []),
    ...(scheduling ? schedulingErrors(scheduling, FieldPath.of('scheduling')) : []),
  ];
}

/** A handler that is not there has no form since 1.36. */
function handlerErrors(runtimeClass: RuntimeClass): FieldError[] {
  if (!runtimeClass.handler && hasRule({ since: '1.36' })) return [required(HANDLER)];
  return checkFields(runtimeClass, FieldPath.of());
}

/** Checks a change: the handler stays. */
export function validateRuntimeClassUpdate(next: RuntimeClass, old: RuntimeClass): FieldError[] {
  return [...validateRuntimeClass(next), ...validateImmutable(next.handler, old.handler, HANDLER)];
}

/** Tolerations have one place in most errors, another where they are there twice; so it is in the reference. */
function schedulingErrors({ nodeSelector, tolerations = [] }: Scheduling, path: FieldPath): FieldError[] {
  const place = path.child('tolerations');
  const isRepeated = repeatFinder<string>();
  return [
    ...(nodeSelector ? validateLabels(nodeSelector, path.child('nodeSelector')) : []),
    ...validateTolerations(tolerations, hasRule({ since: '1.35' }) ? place : place.child('tolerations')),
    ...tolerations.flatMap((toleration, i) =>
      isRepeated(identityOf(toleration)) ? [duplicate(place.index(i), goToleration(toleration))] : [],
    ),
  ];
}

function identityOf({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

function goToleration({ key = '', operator = '', value = '', effect = '', tolerationSeconds }: Toleration): GoValue {
  return goStruct('core.Toleration', {
    Key: key,
    Operator: operator,
    Value: value,
    Effect: effect,
    TolerationSeconds: goPointer('int64', tolerationSeconds),
  });
}
