import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  isDeepEqual,
  isQualifiedName,
  required,
  type StrategyContext,
} from '../../../src/plugin-api/index.js';
import {
  textSince,
  type GoValue,
  goSlice,
  goStruct,
  repeatFinder,
  validateConditions,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { type CompilerOptions, ExpressionCompiler } from '../expression/expression-compiler.js';
import { type ConditionCompiler, validateMatchConditions } from '../match-resources/match-condition.validation.js';
import { validateMatchResources } from '../match-resources/match-resources.validation.js';
import { jsonPathFault } from './json-path-syntax.js';
import { validateParamKind, validateVariables } from '../policy/policy.validation.js';
import {
  type AuditAnnotation,
  ExpressionWarning,
  type ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from './validating-admission-policy.v1.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const checkSpec = fieldChecker(ValidatingAdmissionPolicySpec);
const checkValidation = fieldChecker(Validation);
const checkWarning = fieldChecker(ExpressionWarning);
const MAX_ANNOTATIONS = 20;
const MAX_EXPRESSION_BYTES = 5120;
const ANNOTATION = 'admissionregistration.AuditAnnotation';
const NOTHING = 'validations or auditAnnotations must contain at least one item';

/** Checks a policy and compiles its expressions, for which the language has to have been loaded. */
export function validatePolicy(
  policy: ValidatingAdmissionPolicy,
  { release }: Pick<StrategyContext, 'release'>,
): FieldError[] {
  const { spec = {} } = policy;
  const by = compilingFor(spec, { release });
  return [...subjectErrors(spec), ...conditionErrors(spec, by), ...demandErrors(policy, spec, by)];
}

function compilingFor(
  { paramKind, variables }: ValidatingAdmissionPolicySpec,
  options: CompilerOptions,
): ConditionCompiler {
  const compiler = new ExpressionCompiler({ ...options, hasVariables: Boolean(variables?.length) });
  return { compiler, hasParams: Boolean(paramKind) };
}

/** Checks a change; conditions that stay as they are have been checked before. */
export function validatePolicyUpdate(
  next: ValidatingAdmissionPolicy,
  old: ValidatingAdmissionPolicy,
  { release }: Pick<StrategyContext, 'release'>,
): FieldError[] {
  const { spec = {} } = next;
  const by = compilingFor(spec, { release, stored: expressionsOf(old.spec ?? {}) });
  return [
    ...subjectErrors(spec),
    ...(hasSameConditions(spec, old.spec ?? {}) ? [] : conditionErrors(spec, by)),
    ...demandErrors(next, spec, by),
  ];
}

function expressionsOf(spec: ValidatingAdmissionPolicySpec): ReadonlySet<string> {
  const { matchConditions, variables, validations, auditAnnotations } = spec;
  const plain = [...(matchConditions ?? []), ...(variables ?? []), ...(validations ?? [])];
  return new Set([
    ...plain.map(({ expression }) => expression),
    ...(validations ?? []).flatMap(({ messageExpression }) => messageExpression ?? []),
    ...(auditAnnotations ?? []).map(({ valueExpression }) => valueExpression),
  ]);
}

function hasSameConditions(a: ValidatingAdmissionPolicySpec, b: ValidatingAdmissionPolicySpec): boolean {
  return isDeepEqual([a.paramKind, a.matchConditions], [b.paramKind, b.matchConditions]);
}

function subjectErrors(spec: ValidatingAdmissionPolicySpec): FieldError[] {
  const { paramKind, matchConstraints } = spec;
  const path = SPEC.child('matchConstraints');
  const ofKind = paramKind ? validateParamKind(paramKind, SPEC.child('paramKind')) : [];
  const errors = [...checkSpec(spec, SPEC, 'failurePolicy'), ...ofKind, ...checkSpec(spec, SPEC, 'matchConstraints')];
  if (!matchConstraints) return errors;
  errors.push(...validateMatchResources(matchConstraints, path));
  // The resources determine the types of the expressions.
  if (!matchConstraints.resourceRules?.length) errors.push(required(path.child('resourceRules')));
  return errors;
}

function conditionErrors({ matchConditions }: ValidatingAdmissionPolicySpec, by: ConditionCompiler): FieldError[] {
  return validateMatchConditions(matchConditions, SPEC.child('matchConditions'), by);
}

function demandErrors(
  { metadata }: ValidatingAdmissionPolicy,
  spec: ValidatingAdmissionPolicySpec,
  by: ConditionCompiler,
): FieldError[] {
  const { variables, validations = [], auditAnnotations = [] } = spec;
  const [ofValidations, ofAnnotations] = [SPEC.child('validations'), SPEC.child('auditAnnotations')];
  const errors = validateVariables(variables, SPEC.child('variables'), by);
  if (validations.length === 0 && auditAnnotations.length === 0) {
    return [...errors, required(ofValidations, NOTHING), required(ofAnnotations, NOTHING)];
  }
  return [
    ...errors,
    ...validations.flatMap((validation, i) => validationErrors(validation, ofValidations.index(i), by)),
    ...annotationErrors(auditAnnotations, metadata.name ?? '', { path: ofAnnotations, by }),
  ];
}

function validationErrors(validation: Validation, path: FieldPath, by: ConditionCompiler): FieldError[] {
  const { expression, message = '', messageExpression = '' } = validation;
  const errors = demandedErrors(expression, path.child('expression'), by);
  errors.push(...messageExpressionErrors(messageExpression, path.child('messageExpression'), by));
  const fault = messageFault(message);
  if (fault !== undefined) errors.push(invalid(path.child('message'), message, fault));
  return [...errors, ...checkValidation(validation, path)];
}

function demandedErrors(expression: string, path: FieldPath, { compiler, hasParams }: ConditionCompiler): FieldError[] {
  if (expression.trim() === '') return [required(path, 'expression is not specified')];
  return compiler.check(expression, { path, result: 'bool', hasParams, hasAuthorizer: true });
}

function messageExpressionErrors(
  expression: string,
  path: FieldPath,
  { compiler, hasParams }: ConditionCompiler,
): FieldError[] {
  if (expression === '') return [];
  if (expression.trim() === '') return [invalid(path, expression, 'must be non-empty if specified')];
  return compiler.check(expression, { path, result: 'string', hasParams });
}

function messageFault(message: string): string | undefined {
  const trimmed = message.trim();
  if (message !== '' && trimmed === '')
    return textSince('1.34', 'must be non-empty if specified', 'message must be non-empty if specified');
  return /[\n\r]/.test(trimmed)
    ? textSince('1.34', 'must not contain line breaks', 'message must not contain line breaks')
    : undefined;
}

interface AnnotationPlace {
  readonly path: FieldPath;
  readonly by: ConditionCompiler;
}

function annotationErrors(
  annotations: readonly AuditAnnotation[],
  name: string,
  { path, by }: AnnotationPlace,
): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const single = annotations.flatMap((annotation, i) => {
    const place = path.index(i);
    const errors = [...keyErrors(annotation, name, place.child('key')), ...valueErrors(annotation, place, by)];
    return isRepeated(annotation.key) ? [...errors, duplicate(place.child('key'), annotation.key)] : errors;
  });
  if (annotations.length <= MAX_ANNOTATIONS) return single;
  const shown = goSlice(ANNOTATION, annotations.map(goAnnotation));
  return [invalid(path, shown, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`), ...single];
}

function goAnnotation({ key, valueExpression }: AuditAnnotation): GoValue {
  return goStruct(ANNOTATION, { Key: key, ValueExpression: valueExpression });
}

function keyErrors({ key }: AuditAnnotation, name: string, path: FieldPath): FieldError[] {
  if (name === '') return [invalid(path, key, 'requires metadata.name be non-empty')];
  const full = `${name}/${key}`;
  return isQualifiedName(full).map((message) => invalid(path, full, message));
}

function valueErrors(
  { valueExpression }: AuditAnnotation,
  annotation: FieldPath,
  { compiler, hasParams }: ConditionCompiler,
): FieldError[] {
  const path = annotation.child('valueExpression');
  const expression = valueExpression.trim();
  if (expression === '') return [required(path, 'valueExpression is not specified')];
  if (Buffer.byteLength(expression) > MAX_EXPRESSION_BYTES) {
    return [required(path, `must not exceed ${MAX_EXPRESSION_BYTES} bytes in length`)];
  }
  return compiler.check(valueExpression, { path, result: 'string or null', hasParams, hasAuthorizer: true });
}

/** Validates the status of a policy. */
export function validatePolicyStatus({ status }: ValidatingAdmissionPolicy): FieldError[] {
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  const path = STATUS.child('typeChecking', 'expressionWarnings');
  return [
    ...warnings.flatMap((warning, i) => warningErrors(warning, path.index(i))),
    ...validateConditions(status?.conditions, STATUS.child('conditions')),
  ];
}

function warningErrors(warning: ExpressionWarning, path: FieldPath): FieldError[] {
  return [...checkWarning(warning, path), ...fieldRefErrors(warning.fieldRef.trim(), path.child('fieldRef'))];
}

function fieldRefErrors(fieldRef: string, path: FieldPath): FieldError[] {
  if (fieldRef === '') return [required(path)];
  const fault = jsonPathFault(fieldRef);
  return fault === undefined ? [] : [invalid(path, fieldRef, `invalid JSONPath: ${fault}`)];
}
