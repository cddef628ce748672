import { setMember } from '../../codecs/index.js';
import type { AtomicList, MapMerge, MergeType } from '../../schema/index.js';
import { type Plain, isPlain } from '../plain.js';

/** Reports whether a number is an integer that needs more than 32 bits. */
export function isWideInteger(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return true;
  return Number.isInteger(value) && (value as number) !== ((value as number) | 0);
}

/**
 * Returns a configuration whose integers fit their fields: wider ones keep the lower 32 bits, as in the reference, so
 * that validation rules see the value that would be stored. The configuration is not changed.
 */
export function wrapIntegers(type: MergeType, value: unknown): unknown {
  const content = type.kind === 'leaf' ? type.content : type;
  if (content === undefined || content === 'int32') return content && isWideInteger(value) ? wrapped(value) : value;
  if (typeof content === 'string' || content.kind === 'deduced') return value;
  if (content.kind === 'map') return isPlain(value) ? wrapMembers(content, value) : value;
  return Array.isArray(value) ? wrapElements(content, value) : value;
}

function wrapMembers(type: MapMerge, value: Plain): Plain {
  const out: Plain = {};
  for (const name of Object.keys(value)) {
    const member = type.member(name)?.type ?? type.values;
    setMember(out, name, member ? wrapIntegers(member, value[name]) : value[name]);
  }
  return out;
}

function wrapElements({ element }: Pick<AtomicList, 'element'>, list: readonly unknown[]): unknown[] {
  return list.map((value) => wrapIntegers(element, value));
}

function wrapped(value: number | bigint): number {
  const exact = BigInt(value);
  // Of what does not even fit 64 bits nothing is left.
  return BigInt.asIntN(64, exact) === exact ? Number(BigInt.asIntN(32, exact)) : 0;
}
