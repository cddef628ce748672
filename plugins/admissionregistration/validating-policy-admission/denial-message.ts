import type { ExpressionOutcome } from '../evaluation/index.js';
import type { Validation } from '../validating-admission-policy/validating-admission-policy.v1.js';

/** The longest message that an expression may give (MaxEvaluatedMessageExpressionSizeBytes). */
const MAX_MESSAGE_BYTES = 5 * 1024;

/** Returns the message of a validation that does not hold: of its expression, else its own, else the expression that failed. */
export function denialMessage(
  { expression, message = '' }: Validation,
  evaluated: ExpressionOutcome | undefined,
): string {
  return usableText(evaluated?.value) || message.trim() || `failed expression: ${expression.trim()}`;
}

function usableText(value: ExpressionOutcome['value']): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.includes('\n') || Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? '' : text;
}
