import { CURRENT_RELEASE, minorOf } from '../options/index.js';

/**
 * The expression language (CEL), as it is loaded with the first expression.
 *
 * @internal
 * @example
 * const language: ExpressionLanguage = await loadExpressionLanguage();
 */
export type ExpressionLanguage = typeof import('../cel/index.js');

let language: ExpressionLanguage | undefined;

/**
 * Loads the expression language, which the server starts without. For `loadRules` and everything else that may wait.
 *
 * @internal
 * @example
 * const language = await loadExpressionLanguage();
 */
export async function loadExpressionLanguage(): Promise<ExpressionLanguage> {
  language ??= await import('../cel/index.js');
  return language;
}

/**
 * Returns the expression language, which has to have been loaded: for rules, which cannot wait.
 *
 * @internal
 * @example
 * const language = expressionLanguage();
 */
export function expressionLanguage(): ExpressionLanguage {
  if (!language) throw new Error('the expression language is used before it is loaded');
  return language;
}

/**
 * Returns the environment of expressions. New ones may use the features of the release before the served one,
 * so that a downgrade is possible; stored ones may use every feature. The language has to have been loaded.
 *
 * @internal
 * @example
 * await loadExpressionLanguage();
 * const environment = expressionEnvironment();
 */
export function expressionEnvironment(
  release: string = CURRENT_RELEASE,
  { isStored = false }: { readonly isStored?: boolean } = {},
): ReturnType<ExpressionLanguage['kubernetesEnvironment']> {
  const newest = Math.max(minorOf(CURRENT_RELEASE), minorOf(release));
  return expressionLanguage().kubernetesEnvironment(isStored ? newest : minorOf(release) - 1, minorOf(release));
}
