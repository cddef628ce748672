import {
  type FieldError,
  FieldPath,
  type StrategyContext,
  duplicate,
  invalid,
  isDeepEqual,
  notSupported,
  required,
  validateLabelSelector,
} from '../../../src/plugin-api/index.js';
import { collectFieldErrors, isDns1035Label, repeatFinder, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import { validateMatchConditions } from '../match-resources/match-condition.validation.js';
import { validateRule } from '../match-resources/rule.validation.js';
import { MutatingWebhook } from '../mutating-webhook-configuration/mutating-webhook-configuration.v1.js';
import { validateClientConfig } from './client-config.validation.js';

/** A webhook of either sort; one that validates is never asked again. */
export type Webhook = MutatingWebhook;

/** Values that the stored object already had are accepted (ratcheting), since older releases were less strict. */
interface Leniency {
  readonly hasCheckedConditions: boolean;
  readonly allowsSideEffects: boolean;
  readonly allowsUnknownVersions: boolean;
  readonly allowsRepeatedNames: boolean;
  readonly allowsInvalidValues: boolean;
}

const STRICT: Leniency = {
  hasCheckedConditions: false,
  allowsSideEffects: false,
  allowsUnknownVersions: false,
  allowsRepeatedNames: false,
  allowsInvalidValues: false,
};

const FORMER_VERSION = 'admissionregistration.k8s.io/v1beta1';
/** The rules that the former version does not have. */
const FORMER_LENIENCY = { allowsSideEffects: true, allowsRepeatedNames: true };

const WEBHOOKS = FieldPath.of('webhooks');
const checkFields = fieldChecker(MutatingWebhook);
const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Checks the webhooks of a configuration, against those it had before where it had some. */
export function validateWebhooks(
  webhooks: readonly Webhook[] = [],
  { apiVersion, release }: Pick<StrategyContext, 'apiVersion' | 'release'>,
  old?: readonly Webhook[],
): FieldError[] {
  const stored = old?.flatMap(({ matchConditions }) => matchConditions ?? []).map(({ expression }) => expression);
  const compiler = new ExpressionCompiler({ release, stored: new Set(stored) });
  const ofContents = old ? leniencyOf(webhooks, old) : STRICT;
  const leniency = apiVersion === FORMER_VERSION ? { ...ofContents, ...FORMER_LENIENCY } : ofContents;
  const isRepeated = repeatFinder<string>();
  return webhooks.flatMap((webhook, i) => {
    const path = WEBHOOKS.index(i);
    const errors = [
      ...webhookErrors(webhook, path, leniency),
      ...conditionErrors(webhook, path, { compiler, leniency }),
      ...versionsErrors(webhook, path, leniency),
    ];
    if (leniency.allowsRepeatedNames || webhook.name === '' || !isRepeated(webhook.name)) return errors;
    return [...errors, duplicate(path.child('name'), webhook.name)];
  });
}

function leniencyOf(next: readonly Webhook[], old: readonly Webhook[]): Leniency {
  const isRepeated = repeatFinder<string>();
  const sameConditions = next.length === old.length && old.every((o, i) => hasSameConditions(o, next[i]));
  return {
    hasCheckedConditions: sameConditions,
    allowsSideEffects: old.some(({ sideEffects }) => !NO_SIDE_EFFECTS.includes(sideEffects ?? '')),
    allowsUnknownVersions: old.some(({ admissionReviewVersions: v }) => v?.length && !v.some(isReviewVersion)),
    allowsRepeatedNames: old.some(({ name }) => isRepeated(name)),
    allowsInvalidValues: old.some(hasInvalidSelector),
  };
}

function hasSameConditions(a: Webhook, b: Webhook): boolean {
  return isDeepEqual(a.matchConditions ?? [], b.matchConditions ?? []);
}

function hasInvalidSelector({ namespaceSelector, objectSelector }: Webhook): boolean {
  const selectors = [namespaceSelector, objectSelector];
  return selectors.some((s) => collectFieldErrors(() => validateLabelSelector(s, WEBHOOKS)).length > 0);
}

function webhookErrors(webhook: Webhook, path: FieldPath, leniency: Leniency): FieldError[] {
  return [
    ...checkFields(webhook, path, 'name'),
    ...(webhook.rules ?? []).flatMap((rule, i) => validateRule(rule, path.child('rules').index(i))),
    ...checkFields(webhook, path, 'failurePolicy', 'matchPolicy'),
    ...sideEffectErrors(webhook.sideEffects, leniency, path.child('sideEffects')),
    ...checkFields(webhook, path, 'timeoutSeconds'),
    ...selectorErrors(webhook, path, leniency),
    ...checkFields(webhook, path, 'reinvocationPolicy'),
    ...validateClientConfig(webhook.clientConfig ?? {}, path.child('clientConfig')),
  ];
}

function conditionErrors(
  { matchConditions }: Webhook,
  path: FieldPath,
  { compiler, leniency }: { compiler: ExpressionCompiler; leniency: Leniency },
): FieldError[] {
  if (leniency.hasCheckedConditions) return [];
  return validateMatchConditions(matchConditions, path.child('matchConditions'), { compiler });
}

function sideEffectErrors(
  value: string | null | undefined,
  { allowsSideEffects }: Leniency,
  path: FieldPath,
): FieldError[] {
  const allowed = allowsSideEffects ? SIDE_EFFECTS : NO_SIDE_EFFECTS;
  if (value === undefined || value === null) return [required(path, `must specify one of ${allowed.join(', ')}`)];
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

function selectorErrors(
  { namespaceSelector, objectSelector }: Webhook,
  path: FieldPath,
  { allowsInvalidValues }: Leniency,
): FieldError[] {
  const options = { allowInvalidValues: allowsInvalidValues };
  return [
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector'), options),
    ...validateLabelSelector(objectSelector, path.child('objectSelector'), options),
  ];
}

function versionsErrors(
  { admissionReviewVersions }: Webhook,
  webhook: FieldPath,
  { allowsUnknownVersions }: Leniency,
): FieldError[] {
  const path = webhook.child('admissionReviewVersions');
  const versions = admissionReviewVersions ?? [];
  const known = REVIEW_VERSIONS.join(', ');
  if (versions.length === 0) return [required(path, `must specify one of ${known}`)];
  const isRepeated = repeatFinder<string>();
  const single = versions.flatMap((version, i) => {
    if (isRepeated(version)) return [invalid(path.index(i), version, 'duplicate version')];
    return isDns1035Label(version).map((message) => invalid(path.index(i), version, message));
  });
  if (allowsUnknownVersions || versions.some(isReviewVersion)) return single;
  return [...single, invalid(path, versions, `must include at least one of ${known}`)];
}

function isReviewVersion(version: string): boolean {
  return REVIEW_VERSIONS.includes(version);
}
