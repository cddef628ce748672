import { type FieldError, FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import {
  IMMUTABLE_MESSAGE,
  goNil,
  givenList,
  goSlice,
  goStruct,
  type GoValue,
} from '../../../src/plugin-api/built-in.js';
import { isStandardQuotaResource } from '../resource-name/resource-name.js';
import {
  type ResourceList,
  validateQuotaResourceName,
  validateResourceAmount,
} from '../resource-name/resource-name.validation.js';
import type { ResourceQuota, ResourceQuotaSpec, ScopeSelector } from './resource-quota.v1.js';

const COUNTED_BY_POD = new Set(['pods']);
const COMPUTE_OF_POD = new Set([
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
  ...COUNTED_BY_POD,
]);
/** The resources a scope can limit. */
const SCOPES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['BestEffort', COUNTED_BY_POD],
  ['CrossNamespacePodAffinity', COMPUTE_OF_POD],
  ['NotBestEffort', COMPUTE_OF_POD],
  ['NotTerminating', COMPUTE_OF_POD],
  ['PriorityClass', COMPUTE_OF_POD],
  ['Terminating', COMPUTE_OF_POD],
]);
const CONTRARY = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
const MUST_EXIST =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');

/** Checks a new ResourceQuota. */
export function validateResourceQuota({ spec = {}, status }: ResourceQuota): FieldError[] {
  return [
    ...validateSpec(spec),
    ...validateAmounts(status?.hard, STATUS.child('hard')),
    ...validateAmounts(status?.used, STATUS.child('used')),
  ];
}

/** Checks a change of a ResourceQuota: its scopes are fixed. */
export function validateResourceQuotaUpdate({ spec = {} }: ResourceQuota, old: ResourceQuota): FieldError[] {
  const scopes = new Set(spec.scopes);
  const before = new Set(old.spec?.scopes);
  const isSame = scopes.size === before.size && [...scopes].every((scope) => before.has(scope));
  return [
    ...validateSpec(spec),
    ...(isSame ? [] : [invalid(SPEC.child('scopes'), shownScopes(givenList(spec, 'scopes')), IMMUTABLE_MESSAGE)]),
  ];
}

/** Checks what a quota controller writes. */
export function validateResourceQuotaStatusUpdate({ status }: ResourceQuota): FieldError[] {
  return [
    ...validateAmounts(status?.hard, STATUS.child('hard')),
    ...validateAmounts(status?.used, STATUS.child('used')),
  ];
}

function validateSpec(spec: ResourceQuotaSpec): FieldError[] {
  return [...validateAmounts(spec.hard, SPEC.child('hard')), ...validateScopes(spec), ...validateSelector(spec)];
}

function validateAmounts(amounts: ResourceList | undefined, path: FieldPath): FieldError[] {
  return Object.keys(amounts ?? {})
    .sort()
    .flatMap((name) => [
      ...validateQuotaResourceName(name, path.key(name)),
      ...validateResourceAmount(name, amounts!, path.key(name)),
    ]);
}

function validateScopes({ scopes = [], hard }: ResourceQuotaSpec): FieldError[] {
  const path = SPEC.child('scopes');
  const shown = shownScopes(scopes);
  const unfit = unfitResourcesFinder(hard);
  const errors = scopes.flatMap((scope) => [
    ...(SCOPES.has(scope) ? [] : [invalid(path, shown, 'unsupported scope')]),
    ...unfit(scope).map(() => invalid(path, shown, 'unsupported scope applied to resource')),
  ]);
  return [...errors, ...contraryPairs(scopes).map(() => invalid(path, shown, 'conflicting scopes'))];
}

function validateSelector({ scopeSelector, scopes, hard }: ResourceQuotaSpec): FieldError[] {
  if (!scopeSelector) return [];
  const path = SPEC.child('scopeSelector', 'matchExpressions');
  const expressions = scopeSelector.matchExpressions ?? [];
  const unfit = unfitResourcesFinder(hard);
  // One dump for all errors: each shows the whole selector.
  let shown: GoValue | undefined;
  const refuseScope = (): FieldError =>
    invalid(path, (shown ??= shownSelector(scopeSelector)), 'unsupported scope applied to resource');
  const errors = expressions.flatMap(({ scopeName, operator, values = [] }) => [
    ...(SCOPES.has(scopeName) ? [] : [invalid(path.child('scopeName'), scopeName, 'unsupported scope')]),
    ...unfit(scopeName).map(refuseScope),
    ...(SCOPES.has(scopeName) && scopeName !== 'PriorityClass' && operator !== 'Exists'
      ? [invalid(path.child('operator'), operator, MUST_EXIST)]
      : []),
    ...validateOperator(operator, values, path),
  ]);
  const names = expressions.map(({ scopeName }) => scopeName);
  return [...errors, ...contraryPairs(names).map(() => invalid(path, shownScopes(scopes), 'conflicting scopes'))];
}

function validateOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length > 0 ? [] : [required(path.child('values'), text)];
    }
    case 'Exists':
    case 'DoesNotExist': {
      const text = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? [] : [invalid(path.child('values'), values, text)];
    }
    default:
      return [invalid(path.child('operator'), operator, 'not a valid selector operator')];
  }
}

/** Makes a function that answers which of a quota's resources do not fit a scope. A scope is only looked at once. */
function unfitResourcesFinder(hard: ResourceList | undefined): (scope: string) => readonly string[] {
  const standard = Object.keys(hard ?? {}).filter(isStandardQuotaResource);
  const known = new Map<string, readonly string[]>();
  return (scope) => {
    const fitting = SCOPES.get(scope);
    if (!fitting) return [];
    const unfit = known.get(scope) ?? standard.filter((name) => !fitting.has(name));
    known.set(scope, unfit);
    return unfit;
  };
}

function contraryPairs(scopes: readonly string[]): string[][] {
  return CONTRARY.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function shownScopes(scopes: readonly string[] | undefined): GoValue {
  return goSlice('core.ResourceQuotaScope', scopes);
}

function shownSelector({ matchExpressions }: ScopeSelector): GoValue {
  const type = 'core.ScopedResourceSelectorRequirement';
  const expressions = matchExpressions?.map((e) =>
    goStruct(type, {
      ScopeName: e.scopeName,
      Operator: e.operator,
      Values: e.values ? goSlice('string', e.values) : goNil('[]string'),
    }),
  );
  return goStruct('&core.ScopeSelector', { MatchExpressions: goSlice(type, expressions) });
}
