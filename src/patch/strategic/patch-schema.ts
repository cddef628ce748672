import { goQuote } from '../../apimachinery/index.js';
import type { StructField, StructLayout } from '../../schema/index.js';
import { badPatch } from './patch-fault.js';

/** How one field is patched. */
export interface PatchRule {
  /** Type of the field or of its elements; undefined for anything but structs. */
  readonly type: StructLayout | undefined;
  readonly isMerged: boolean;
  readonly isReplaced: boolean;
  readonly mergeKey: string;
}

const GENERIC: PatchRule = { type: undefined, isMerged: false, isReplaced: false, mergeKey: '' };

/** The rule for a member; values without a declared type merge as objects and are replaced as lists. */
export function ruleFor(type: StructLayout | undefined, name: string): PatchRule {
  const field = type?.field(name);
  return field ? ruleOf(field) : GENERIC;
}

/** The rule for a list that a directive names; throws when the type has no such field. */
export function listRuleFor(type: StructLayout | undefined, name: string): PatchRule {
  if (type && !type.field(name)) {
    throw badPatch(`unable to find api field in struct ${type.shortName} for the json field ${goQuote(name)}`);
  }
  return ruleFor(type, name);
}

function ruleOf(field: StructField): PatchRule {
  const strategies = field.patchStrategy ?? [];
  return {
    type: field.map || field.or ? undefined : field.struct,
    isMerged: strategies.includes('merge'),
    isReplaced: strategies.includes('replace'),
    mergeKey: field.patchMergeKey ?? '',
  };
}
