import { type ApiObject, WrongResult } from '../../../apimachinery/index.js';
import { type ResolvedKind, type Strategy, type StrategyContext, systemContext } from '../../../registry/index.js';
import { triedStrategy } from './tried-strategy.js';

type Call = (strategy: Strategy, object: ApiObject, scope: StrategyContext) => unknown;

/** Functions of a strategy that no other trial calls and that neither wait nor reach outside. */
const CALLS: Readonly<Partial<Record<keyof Strategy, Call>>> = {
  prepareForUpdate: (strategy, object, scope) => strategy.prepareForUpdate?.(object, structuredClone(object), scope),
  validateUpdate: (strategy, object, scope) => strategy.validateUpdate?.(object, object, scope),
  validateStatusUpdate: (strategy, object, scope) => strategy.validateStatusUpdate?.(object, object, scope),
  warningsOnCreate: (strategy, object, scope) => strategy.warningsOnCreate?.(object, scope),
  warningsOnUpdate: (strategy, object, scope) => strategy.warningsOnUpdate?.(object, object, scope),
  canonicalize: (strategy, object) => strategy.canonicalize?.(object),
  lifetimeSeconds: (strategy, object) => strategy.lifetimeSeconds?.(object),
};

/**
 * Returns what further functions of a strategy return that they may not. One that throws is left to requests: the object may be one
 * that no client can send.
 */
export function wrongResults(kind: ResolvedKind, sample: ApiObject): string[] {
  const strategy = triedStrategy(kind);
  const { user } = systemContext();
  const { apiVersion } = kind.hub;
  const scope = { user, namespace: '', subresource: '', dryRun: true, apiVersion, isEnabled: () => false };
  return Object.entries(CALLS).flatMap(([name, call]) => {
    try {
      call(strategy, structuredClone(sample), scope);
      return [];
    } catch (error) {
      return error instanceof WrongResult ? [`${name} of its strategy: ${error.message}`] : [];
    }
  });
}
