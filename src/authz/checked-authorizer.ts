import { BOOLEAN, type ResultRule, checkedResult, whenSettled } from '../apimachinery/index.js';
import type { ObjectFilter } from '../request/index.js';
import type { Authorizer, RuleResolver, UserRules } from './authorizer.js';
import type { ClosableAuthorizer } from './instrumented.authorizer.js';

const VERDICTS: ReadonlySet<unknown> = new Set(['Allow', 'Deny', 'NoOpinion']);

const DECISION: ResultRule = {
  isRight: (result) => isObject(result) && VERDICTS.has(result.verdict) && typeof result.reason === 'string',
  wanted: "{ verdict: 'Allow', 'Deny' or 'NoOpinion', reason: a text, which may be empty }",
  mayWait: true,
};

/** Null would be taken for no filter, and show everything. */
const FILTER: ResultRule = {
  isRight: (result) => result === undefined || (isObject(result) && typeof result.allows === 'function'),
  wanted: 'undefined, or a filter: { allows }',
  mayWait: true,
};

/** A promise would be taken for true, and show the object. */
const ALLOWS: ResultRule = { ...BOOLEAN, instead: 'filter may wait' };

const RULES: ResultRule = {
  isRight: (result) => isObject(result) && ['resourceRules', 'nonResourceRules', 'errors'].every(isListIn(result)),
  wanted: '{ resourceRules, nonResourceRules, incomplete, errors }',
  mayWait: true,
};

/**
 * Returns the methods by which a plugin's authorizer is called; others of its class may share a name with those of the server's.
 * Requests fail for a result that is no decision, rules or filter.
 */
export function checkedAuthorizer(member: Authorizer, name: string): ClosableAuthorizer {
  const { rulesFor }: Partial<RuleResolver> = member as Partial<ClosableAuthorizer>;
  const [authorizing, resolving] = [`authorizer ${name}: authorize`, `authorizer ${name}: rulesFor`];
  return {
    authorize: (attributes) => checkedResult(authorizing, member.authorize(attributes), DECISION),
    rulesFor: rulesFor
      ? (user, namespace) => checkedResult(resolving, rulesFor.call(member, user, namespace), RULES)
      : unknownRules,
    ...(member.filter && { filter: checkedFilter(member, name) }),
  };
}

function checkedFilter(member: Authorizer, name: string): NonNullable<Authorizer['filter']> {
  const [filtering, allowing] = [`authorizer ${name}: filter`, `authorizer ${name}: allows of its filter`];
  const checked = (filter: ObjectFilter | undefined): ObjectFilter | undefined => {
    if (!filter) return undefined;
    const allows: ObjectFilter['allows'] = (object) => checkedResult(allowing, filter.allows(object), ALLOWS);
    return filter.onChange ? { allows, onChange: (listener) => filter.onChange!(listener) } : { allows };
  };
  return (attributes) => whenSettled(checkedResult(filtering, member.filter!(attributes), FILTER), checked);
}

/** Of an authorizer that lists no rules it is only known that it may allow more. */
function unknownRules(): UserRules {
  const errors = ["a plugin's authorizer does not support user rule resolution"];
  return { resourceRules: [], nonResourceRules: [], incomplete: true, errors };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isListIn(rules: Readonly<Record<string, unknown>>): (member: string) => boolean {
  return (member) => Array.isArray(rules[member]);
}
