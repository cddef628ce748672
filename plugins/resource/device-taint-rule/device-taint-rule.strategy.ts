import {
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  formatTime,
  isDns1123Subdomain,
  invalid,
} from '../../../src/plugin-api/index.js';
import { tooMany, validateConditions } from '../../../src/plugin-api/built-in.js';
import { validateSelectors } from '../device-request/device-selector.validation.js';
import { validateTaint } from '../device-request/device-taint.validation.js';
import { loadSelectorRules, selectorRules } from '../device-request/selector-rules.js';
import { validateDriverName, validateLabel, validatePoolName } from '../names.validation.js';
import type { DeviceTaintRule, DeviceTaintSelector } from './device-taint-rule.v1.js';

const SPEC = FieldPath.of('spec');
const CONDITIONS = FieldPath.of('status', 'conditions');
const MAX_CONDITIONS = 8;
/** A taint that was not given. */
const NO_TAINT = { key: '', effect: '' };

/** The rules of rules for taints. */
export const deviceTaintRuleStrategy: Strategy<DeviceTaintRule> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: dateTaint,
  prepareForUpdate: dateTaint,
  loadRules: loadSelectorRules,
  validate: (rule, context) => specErrors(rule, undefined, context),
  validateUpdate: specErrors,
  validateStatusUpdate({ status }) {
    const conditions = status?.conditions ?? [];
    const isOver = conditions.length > MAX_CONDITIONS;
    return [
      ...validateConditions(conditions, CONDITIONS),
      ...(isOver ? [tooMany(CONDITIONS, conditions.length, MAX_CONDITIONS)] : []),
    ];
  },
};

/** Sets the time at which the taint was added, where it names none. */
function dateTaint({ spec: { taint } }: DeviceTaintRule): void {
  if (taint) taint.timeAdded ??= formatTime(new Date());
}

function specErrors(
  { spec }: DeviceTaintRule,
  old: DeviceTaintRule | undefined,
  context: StrategyContext,
): FieldError[] {
  const { deviceSelector, taint = NO_TAINT } = spec;
  return [
    ...(deviceSelector ? selectorErrors(deviceSelector, SPEC.child('deviceSelector'), { old, context }) : []),
    ...validateTaint(taint, SPEC.child('taint'), old?.spec.taint),
  ];
}

function selectorErrors(
  { deviceClassName, driver, pool, device, selectors }: DeviceTaintSelector,
  path: FieldPath,
  { old, context }: { readonly old: DeviceTaintRule | undefined; readonly context: StrategyContext },
): FieldError[] {
  return [
    ...(deviceClassName === undefined ? [] : classErrors(deviceClassName, path.child('deviceClassName'))),
    ...(driver === undefined ? [] : validateDriverName(driver, path.child('driver'))),
    ...(pool === undefined ? [] : validatePoolName(pool, path.child('pool'))),
    ...(device === undefined ? [] : validateLabel(device, path.child('device'))),
    ...validateSelectors(selectors, path.child('selectors'), selectorRules(context, old !== undefined)),
  ];
}

function classErrors(name: string, path: FieldPath): FieldError[] {
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}
