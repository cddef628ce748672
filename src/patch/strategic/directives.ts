import { setMember } from '../../codecs/index.js';
import { type Plain, hasMember, isPlain } from '../plain.js';
import { badFormat } from './patch-fault.js';

/** Member that says what a map or list element of a patch is for. */
export const PATCH_DIRECTIVE = '$patch';
/** Member that lists the members to keep. */
export const RETAIN_KEYS = '$retainKeys';

const SET_ELEMENT_ORDER = '$setElementOrder';
const DELETE_FROM_PRIMITIVE_LIST = '$deleteFromPrimitiveList';

/** Returns the list a `$setElementOrder/<list>` member orders, undefined for other members. Throws without a list. */
export function orderedList(name: string): string | undefined {
  return targetOf(name, SET_ELEMENT_ORDER, 'setElementOrder list');
}

/** Returns the list a `$deleteFromPrimitiveList/<list>` member takes from, undefined for other members. Throws without a list. */
export function shortenedList(name: string): string | undefined {
  return targetOf(name, DELETE_FROM_PRIMITIVE_LIST, 'primitive list');
}

/** Reports whether a member speaks about lists beside it. */
export function isListDirective(name: string): boolean {
  return name.startsWith(SET_ELEMENT_ORDER) || name.startsWith(DELETE_FROM_PRIMITIVE_LIST);
}

/**
 * Returns a new value for the object; undefined if its `$patch` refers to something absent. Other directives stay, as
 * unknown members for the decoder: so does the reference.
 */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((element) => element !== undefined);
  if (!isPlain(value)) return value;
  if (hasMember(value, PATCH_DIRECTIVE)) return undefined;
  const out: Plain = {};
  for (const name of Object.keys(value)) {
    const member = withoutDirectives(value[name]);
    if (member !== undefined) setMember(out, name, member);
  }
  return out;
}

function targetOf(name: string, prefix: string, what: Parameters<typeof badFormat>[0]): string | undefined {
  if (!name.startsWith(prefix)) return undefined;
  if (name[prefix.length] !== '/') throw badFormat(what);
  return name.slice(prefix.length + 1);
}
