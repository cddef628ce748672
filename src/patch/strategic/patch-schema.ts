import { goQuote } from '../../apimachinery/index.js';
import type { ScalarType, StructField, StructLayout } from '../../schema/index.js';
import { badPatch } from './patch-fault.js';

/** A value whose members are no declared fields: a map, or a struct that JSON fills as a whole; named as Go names it. */
export interface OpaqueType {
  /** The name of a struct; undefined for a map. */
  readonly struct: string | undefined;
}

/** The rules by which objects are merged; undefined where nothing is declared. */
export type MergedType = StructLayout | OpaqueType | undefined;

/** How one field is patched. */
export interface PatchRule {
  /** Type of the field or of its elements. */
  readonly type: MergedType;
  readonly isMerged: boolean;
  readonly isReplaced: boolean;
  readonly mergeKey: string;
}

const GENERIC: PatchRule = { type: undefined, isMerged: false, isReplaced: false, mergeKey: '' };

/** Returns the rule for a member that is merged as an object; throws where its owner declares no such field. */
export function objectRuleFor(type: MergedType, name: string): PatchRule {
  if (type === undefined) return GENERIC;
  if (!isLayout(type)) throw type.struct === undefined ? notAStruct() : noField(type.struct, name);
  const field = type.field(name);
  if (!field) throw noField(type.shortName, name);
  return ruleOf(field);
}

/** Returns the same for a member that is merged as a list, which its owner has to declare as one. */
export function listRuleFor(type: MergedType, name: string): PatchRule {
  const rule = objectRuleFor(type, name);
  const field = isLayout(type) ? type.field(name) : undefined;
  if (field && !field.list && field.scalar !== 'bytes') throw badPatch('expected slice or array type, but got: struct');
  return rule;
}

function isLayout(type: MergedType): type is StructLayout {
  return type !== undefined && 'fields' in type;
}

function notAStruct(): Error {
  return badPatch('merging an object in json but data type is not struct, instead is: map');
}

function noField(struct: string, name: string): Error {
  return badPatch(`unable to find api field in struct ${struct} for the json field ${goQuote(name)}`);
}

function ruleOf(field: StructField): PatchRule {
  const strategies = field.patchStrategy ?? [];
  return {
    type: typeOf(field),
    isMerged: strategies.includes('merge'),
    isReplaced: strategies.includes('replace'),
    mergeKey: field.patchMergeKey ?? '',
  };
}

/** Structs of the reference that hold any JSON, and those in whose place something else may stand. */
const OPAQUE_SCALARS: Readonly<Partial<Record<ScalarType, string>>> = {
  rawExtension: 'RawExtension',
  json: 'JSON',
  fieldsV1: 'FieldsV1',
};
const OPAQUE_UNIONS = { bool: 'OrBool', list: 'OrArray', texts: 'OrStringArray' } as const;

function typeOf({ map, or, struct, scalar }: StructField): MergedType {
  if (map) return { struct: undefined };
  if (or && struct) return { struct: `${struct.shortName}${OPAQUE_UNIONS[or]}` };
  if (struct) return struct;
  const opaque = scalar && OPAQUE_SCALARS[scalar];
  return opaque === undefined ? undefined : { struct: opaque };
}
