import {
  MAX_COMPLETED_CHARACTERS,
  MAX_DEFAULTED_CHARACTERS,
  MAX_DEFAULTED_VALUES,
  requestEntityTooLarge,
} from '../../apimachinery/index.js';
import { applyDefaults } from './default-value.js';
import { DefaultsBudget, DefaultsTooLarge } from './defaults-budget.js';
import type { SchemaNode } from './schema-node.js';

/** Fills in the defaults of an object that is written. Throws StatusError 413 where they add more than is allowed. */
export function fillDefaults(node: SchemaNode, object: object): void {
  try {
    applyDefaults(node, object, new DefaultsBudget());
  } catch (error) {
    if (!(error instanceof DefaultsTooLarge)) throw error;
    const limit = `${MAX_DEFAULTED_VALUES} values and ${MAX_DEFAULTED_CHARACTERS} characters`;
    throw requestEntityTooLarge(`defaults may add ${limit}`);
  }
}

/**
 * Fills in the defaults that a stored object lacks, and reports whether there were any. Where they add more than is
 * allowed, it has none: a schema that came later must not multiply what is kept of all its objects.
 */
export function completeDefaults(node: SchemaNode, object: object): boolean {
  try {
    return applyDefaults(node, object, new DefaultsBudget({ characters: MAX_COMPLETED_CHARACTERS }));
  } catch (error) {
    if (error instanceof DefaultsTooLarge) return false;
    throw error;
  }
}
