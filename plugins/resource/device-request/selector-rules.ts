import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { DeviceExpressions } from './device-expressions.js';
import type { SelectorRules } from './device-selector.validation.js';

/** Loads the language of selectors, before an object is validated. */
export async function loadSelectorRules(): Promise<void> {
  await loadExpressionLanguage();
}

/** Returns the rules for selectors of a write. */
export function selectorRules(context: StrategyContext, isStored: boolean): SelectorRules {
  const isDistinguishing = context.isEnabled('DRAConsumableCapacity');
  return { isStored, expressions: new DeviceExpressions(context), isDistinguishing };
}
