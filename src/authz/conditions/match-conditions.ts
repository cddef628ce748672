import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  repeatFinder,
  required,
  tooMany,
} from '../../apimachinery/index.js';
import type { Program, Type } from '../../cel/index.js';
import { conditionSpecOf } from './review-spec.js';

/** A condition that a request has to meet for a webhook to be asked. */
export interface MatchCondition {
  readonly expression: string;
}

/** The result of match conditions for a request: `failed` if none is false, but one could not be evaluated. */
export type MatchOutcome =
  { readonly verdict: 'match' | 'no-match' } | { readonly verdict: 'failed'; readonly reason: string };

/** Reports whether a webhook is called with the spec of a review. */
export type RequestMatcher = (spec: Readonly<Record<string, unknown>>) => MatchOutcome;

/** The matcher that conditions make, and what is wrong with them; none of a webhook without conditions. */
export interface CompiledConditions {
  readonly matcher?: RequestMatcher;
  readonly errors: readonly FieldError[];
}

const MAX_CONDITIONS = 64;

type Language = typeof import('../../cel/index.js');

/**
 * Compiles the conditions of a webhook authorizer; `path` is that of the webhook, `compatibility` the minor version of the
 * oldest release that has to understand them.
 */
export async function compileMatchConditions(
  conditions: readonly MatchCondition[],
  path: FieldPath,
  compatibility: number,
): Promise<CompiledConditions> {
  if (conditions.length === 0) return { errors: [] };
  const list = path.child('matchConditions');
  if (conditions.length > MAX_CONDITIONS) return { errors: [tooMany(path, conditions.length, MAX_CONDITIONS)] };
  const language = await import('../../cel/index.js');
  const environment = environmentOf(language, compatibility);
  const errors: FieldError[] = [];
  const programs: Condition[] = [];
  const isRepeated = repeatFinder<string>();
  for (const [i, { expression }] of conditions.entries()) {
    const at = list.index(i).child('expression');
    if (expression.trim() === '') errors.push(required(at));
    else if (isRepeated(expression)) errors.push(duplicate(at, expression));
    else {
      const { program, error } = environment.compile(expression);
      const fault = error === undefined ? resultFault(language, program) : `compilation failed: ${error}`;
      if (fault !== undefined) errors.push(invalid(at, expression, fault));
      else programs.push({ expression, program: program! });
    }
  }
  return { errors, ...(programs.length > 0 ? { matcher: matcherOf(programs, language) } : {}) };
}

interface Condition {
  readonly expression: string;
  readonly program: Program;
}

function resultFault({ runtimeTypeName }: Language, { type }: Program): string | undefined {
  return type.kind === 'bool' ? undefined : `must evaluate to bool but got ${runtimeTypeName(type)}`;
}

function environmentOf(language: Language, compatibility: number): ReturnType<Language['kubernetesEnvironment']> {
  const types = requestTypes(language);
  return language.kubernetesEnvironment(compatibility, compatibility + 1).extend({
    variables: { request: language.objectOf(REQUEST) },
    objects: (type, field) => types.get(type)?.get(field),
  });
}

const REQUEST = 'kubernetes.SubjectAccessReviewSpec';

function requestTypes({ listOf, mapOf, objectOf, STRING }: Language): ReadonlyMap<string, ReadonlyMap<string, Type>> {
  const [resource, path] = ['ResourceAttributes', 'NonResourceAttributes'].map((name) =>
    objectOf(`kubernetes.${name}`),
  );
  const requirement = objectOf('kubernetes.SelectorRequirement');
  const selector = objectOf('kubernetes.SelectorAttributes');
  const texts = (names: string): [string, Type][] => names.split(' ').map((name) => [name, STRING]);
  return new Map<string, ReadonlyMap<string, Type>>([
    [requirement.name, new Map([...texts('key operator'), ['values', listOf(STRING)]])],
    [selector.name, new Map([...texts('rawSelector'), ['requirements', listOf(requirement)]])],
    [
      resource.name,
      new Map([
        ...texts('namespace verb group version resource subresource name'),
        ['fieldSelector', selector],
        ['labelSelector', selector],
      ]),
    ],
    [path.name, new Map(texts('path verb'))],
    [
      REQUEST,
      new Map<string, Type>([
        ['resourceAttributes', resource],
        ['nonResourceAttributes', path],
        ...texts('user uid'),
        ['groups', listOf(STRING)],
        ['extra', mapOf(STRING, listOf(STRING))],
      ]),
    ],
  ]);
}

function matcherOf(
  conditions: readonly Condition[],
  { EvaluationError, CostLimitError, valueOfJson }: Language,
): RequestMatcher {
  const failureOf = (error: unknown): string => {
    if (error instanceof EvaluationError || error instanceof CostLimitError) return error.message;
    throw error;
  };
  return (spec) => {
    const request = valueOfJson(conditionSpecOf(spec));
    const variables = { find: (name: string) => (name === 'request' ? request : undefined) };
    const failures: string[] = [];
    for (const { expression, program } of conditions) {
      try {
        if (program.evaluate(variables).value !== true) return { verdict: 'no-match' };
      } catch (error) {
        failures.push(`cel evaluation error: expression '${expression}' resulted in error: ${failureOf(error)}`);
      }
    }
    return failures.length > 0 ? { verdict: 'failed', reason: aggregate(failures) } : { verdict: 'match' };
  };
}

function aggregate(messages: readonly string[]): string {
  return messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`;
}
