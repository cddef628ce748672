import type { ApiObject, FieldError } from '../../../apimachinery/index.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { StoreParts } from '../store-parts.js';
import type { StrategyContext } from '../../kinds/strategy.js';
import { inRequested } from './structural-rules.js';

/** The write whose object is checked. */
export interface WaitingCheck<T extends ApiObject> {
  readonly parts: Pick<StoreParts<T>, 'kind' | 'strategy'>;
  readonly context: Pick<StoreContext, 'version'>;
  readonly scope: StrategyContext;
  /** The next state, and the stored one where the object exists. */
  readonly states: { readonly object: T; readonly old?: T };
}

/** Reports whether a kind has rules that wait. */
export function hasWaitingRules<T extends ApiObject>({ strategy }: Pick<StoreParts<T>, 'strategy'>): boolean {
  return Boolean(strategy.validateAsync ?? strategy.checkRights);
}

/**
 * Returns the errors of all rules: those found so far, those of asynchronous rules, and, without any, the rights
 * that the user lacks. Rights are checked last, since a malformed object may not name what they are asked for, and not for
 * a status, which grants nothing.
 */
export async function withWaitingRules<T extends ApiObject>(
  found: FieldError[],
  { parts, context, scope, states }: WaitingCheck<T>,
): Promise<FieldError[]> {
  const { kind, strategy } = parts;
  const { object, old } = states;
  const shown = (errors: FieldError[] = []): FieldError[] =>
    inRequested(kind, { apiVersion: context.version, object }, errors);
  const errors = [...found, ...shown(await strategy.validateAsync?.(object, old, scope))];
  if (errors.length > 0 || scope.subresource !== '') return errors;
  return shown(await strategy.checkRights?.(object, old, scope));
}
