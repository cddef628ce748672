import { WrongResult, resultFault } from '../../../apimachinery/index.js';
import { type ResolvedKind, STRATEGY_RESULTS, type Strategy } from '../../../registry/index.js';

type Hook = (...args: readonly unknown[]) => unknown;

/**
 * Returns the strategy of a kind with the results of its functions checked: they throw WrongResult. It has no functions where it is
 * a class, which Nest instantiates.
 */
export function triedStrategy({ definition: { strategy } }: ResolvedKind): Strategy {
  if (typeof strategy !== 'object') return {};
  const tried = Object.create(strategy) as Record<string, unknown>;
  for (const [name, rule] of Object.entries(STRATEGY_RESULTS)) {
    const hook = (strategy as Readonly<Record<string, unknown>>)[name];
    if (typeof hook !== 'function' || rule.mayWait) continue;
    tried[name] = (...args: readonly unknown[]) => {
      const result = (hook as Hook).apply(strategy, [...args]);
      const fault = resultFault(result, rule, args[0]);
      if (fault !== undefined) throw new WrongResult(fault, '');
      return result;
    };
  }
  return tried as Strategy;
}
