import { RE2JS } from 're2js';
import { EvaluationError } from './errors.js';

const MAX_KEPT = 256;

/** Patterns used of late, the most recent last. */
const kept = new Map<string, RE2JS>();

/** Returns the compiled pattern; throws EvaluationError for invalid text. */
export function patternOf(text: string): RE2JS {
  const known = kept.get(text);
  if (known) return known;
  const made = compilePattern(text);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(text, made);
  return made;
}

function compilePattern(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    throw new EvaluationError(error instanceof Error ? error.message : 'error parsing regexp');
  }
}

/** Reports whether a pattern occurs in a text; takes time linear in the text. */
export function isMatch(text: string, pattern: string): boolean {
  return patternOf(pattern).matcher(text).find();
}
