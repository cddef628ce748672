import { type FieldError, FieldPath, invalid, required, type StrategyContext } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler, type ExpressionPlace } from '../expression/expression-compiler.js';
import { type ConditionCompiler, validateMatchConditions } from '../match-resources/match-condition.validation.js';
import { validateMatchResources, validateMutableOperations } from '../match-resources/match-resources.validation.js';
import { validateParamKind, validateVariables } from '../policy/policy.validation.js';
import {
  type MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from './mutating-admission-policy.v1alpha1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(MutatingAdmissionPolicySpec);
const checkMutation = fieldChecker(Mutation);

/** Checks a policy and compiles its expressions, for which the language has to have been loaded. */
export function validateMutatingPolicy(
  { spec = {} }: MutatingAdmissionPolicy,
  { release }: Pick<StrategyContext, 'release'>,
): FieldError[] {
  // A policy without variables has an object of them, too: one without members.
  const by = { compiler: new ExpressionCompiler({ release, hasVariables: true }), hasParams: Boolean(spec.paramKind) };
  return [
    ...subjectErrors(spec),
    ...validateMatchConditions(spec.matchConditions, SPEC.child('matchConditions'), by),
    ...validateVariables(spec.variables, SPEC.child('variables'), by),
    ...checkSpec(spec, SPEC, 'mutations'),
    ...(spec.mutations ?? []).flatMap((mutation, i) => mutationErrors(mutation, SPEC.child('mutations').index(i), by)),
    ...checkSpec(spec, SPEC, 'reinvocationPolicy'),
  ];
}

function subjectErrors(spec: MutatingAdmissionPolicySpec): FieldError[] {
  const { paramKind, matchConstraints } = spec;
  const path = SPEC.child('matchConstraints');
  const ofKind = paramKind ? validateParamKind(paramKind, SPEC.child('paramKind')) : [];
  const errors = [...checkSpec(spec, SPEC, 'failurePolicy'), ...ofKind, ...checkSpec(spec, SPEC, 'matchConstraints')];
  if (!matchConstraints) return errors;
  errors.push(...validateMatchResources(matchConstraints, path));
  if (!matchConstraints.resourceRules?.length) errors.push(required(path.child('resourceRules')));
  return [...errors, ...validateMutableOperations(matchConstraints, path)];
}

function mutationErrors(mutation: Mutation, path: FieldPath, by: ConditionCompiler): FieldError[] {
  const { patchType } = mutation;
  const ofType = checkMutation(mutation, path);
  if (ofType.length > 0) return ofType;
  const [wanted, other] = patchType === 'JSONPatch' ? MEMBERS : MEMBERS.toReversed();
  const errors = mutation[wanted]
    ? expressionErrors(mutation[wanted], { path: path.child(wanted, 'expression'), result: RESULTS[wanted] }, by)
    : [required(path.child(wanted), `must be specified when patchType is ${patchType}`)];
  if (mutation[other]) {
    errors.push(invalid(path.child(other), `{${other}}`, `must not be specified when patchType is ${patchType}`));
  }
  return errors;
}

const MEMBERS = ['jsonPatch', 'applyConfiguration'] as const;

const RESULTS = { jsonPatch: 'patches', applyConfiguration: 'object' } as const;

function expressionErrors(
  { expression = '' }: NonNullable<Mutation['jsonPatch']>,
  place: Pick<ExpressionPlace, 'path' | 'result'>,
  { compiler, hasParams }: ConditionCompiler,
): FieldError[] {
  const trimmed = expression.trim();
  if (trimmed === '') return [required(place.path)];
  return compiler.check(trimmed, { ...place, hasParams, hasAuthorizer: true });
}
