import { setMember } from '../../codecs/index.js';
import type { DeducedMerge, ListMerge, MapMerge, MergeType } from '../../schema/index.js';
import { type FieldSet, elementOf, memberElement } from '../ownership/index.js';
import { type Plain, isPlain } from '../plain.js';

/**
 * Returns a value without the fields of a set (upstream: typed.RemoveItems). What loses all it has becomes null, and so
 * does what is owned as a whole where something below it is in the set. The value is not changed.
 */
export function removeFields(type: MergeType, value: unknown, fields: FieldSet): unknown {
  if (fields.isEmpty) return value;
  if (Array.isArray(value))
    return value.length > 0 && type.kind === 'list' ? removeElements(type, value, fields) : null;
  if (!isPlain(value)) return value;
  const hasMembers = type.kind === 'map' || type.kind === 'deduced';
  return hasMembers ? removeMembers(type, value, fields) : null;
}

function removeElements(type: ListMerge, list: readonly unknown[], fields: FieldSet): unknown {
  const left: unknown[] = [];
  for (const item of list) {
    const element = elementOf(type, item);
    if (!fields.includes(element)) left.push(removeFields(type.element, item, fields.below(element)));
  }
  return left.length > 0 ? left : null;
}

function removeMembers(type: MapMerge | DeducedMerge, value: Plain, fields: FieldSet): unknown {
  const left: Plain = {};
  for (const name of Object.keys(value)) {
    const element = memberElement(name);
    if (fields.includes(element)) continue;
    const below = fields.below(element);
    setMember(left, name, below.isEmpty ? value[name] : removeFields(memberType(type, name), value[name], below));
  }
  return Object.keys(left).length > 0 ? left : null;
}

function memberType(type: MapMerge | DeducedMerge, name: string): MergeType {
  return type.kind === 'deduced' ? type : (type.member(name)?.type ?? type.values ?? UNKNOWN);
}

const UNKNOWN: MergeType = { kind: 'leaf' };
