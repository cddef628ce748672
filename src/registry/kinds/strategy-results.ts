import {
  BOOLEAN,
  CHANGES_GIVEN,
  FIELD_ERRORS,
  OPTIONAL_NUMBER,
  REFUSES_BY_THROWING,
  type ResultRule,
  TEXTS,
} from '../../apimachinery/index.js';
import type { StrategyHook } from './strategy.js';

const RULES_THAT_WAIT = 'rules that wait go into validateAsync';

const PREPARES: ResultRule = {
  ...CHANGES_GIVEN,
  instead: 'beginCreate and beginUpdate may wait, and pretendCreate and pretendUpdate on dry runs',
};

const VALIDATES: ResultRule = { ...FIELD_ERRORS, instead: RULES_THAT_WAIT };
const VALIDATES_LATER: ResultRule = { ...FIELD_ERRORS, mayWait: true };
const WARNS: ResultRule = { ...TEXTS, instead: 'an AdmissionPlugin may wait, and warns with attributes.warn(text)' };

const SETTLES: ResultRule = {
  isRight: (result) => result === undefined || isEffect(result),
  wanted: 'nothing, or an effect: { commit, revert }',
  mayWait: true,
};

const WAITS: ResultRule = { isRight: () => true, wanted: 'nothing', mayWait: true };

const LIFETIME: ResultRule = {
  isRight: (result) => result === undefined || (Number.isFinite(result) && (result as number) >= 0),
  wanted: 'a number of seconds from 0, or undefined',
};

/** The results that the functions of a strategy may return. */
export const STRATEGY_RESULTS: Readonly<Record<StrategyHook, ResultRule>> = {
  prepareForCreate: PREPARES,
  prepareForUpdate: PREPARES,
  loadRules: WAITS,
  validate: VALIDATES,
  validateUpdate: VALIDATES,
  validateStatusUpdate: VALIDATES,
  validateAsync: VALIDATES_LATER,
  checkRights: VALIDATES_LATER,
  canonicalize: CHANGES_GIVEN,
  warningsOnCreate: WARNS,
  warningsOnUpdate: WARNS,
  warningsOnDelete: WARNS,
  beginCreate: SETTLES,
  beginUpdate: SETTLES,
  pretendCreate: WAITS,
  pretendUpdate: WAITS,
  lifetimeSeconds: LIFETIME,
  afterDelete: WAITS,
  gracePeriodFor: OPTIONAL_NUMBER,
  checkDelete: REFUSES_BY_THROWING,
  keepsUntilFinalized: BOOLEAN,
  prepareForDeletion: CHANGES_GIVEN,
  shouldDeleteDuringUpdate: BOOLEAN,
};

function isEffect(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { commit, revert } = value as Readonly<Record<string, unknown>>;
  return typeof commit === 'function' && typeof revert === 'function';
}
