import {
  BOOL,
  BYTES,
  type FunctionDeclaration,
  INT,
  listOf,
  mapOf,
  type OverloadCall,
  paramOf,
  STRING,
  type Type,
} from '../check/index.js';
import { isMatch, lengthOf, type ListValue, type MapValue } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const SIZED: readonly (readonly [string, Type, OverloadCall])[] = [
  ['bytes', BYTES, ({ length }: Uint8Array) => BigInt(length)],
  ['list', listOf(paramOf('A')), ({ size }: ListValue) => BigInt(size)],
  ['map', mapOf(paramOf('A'), paramOf('B')), ({ size }: MapValue) => BigInt(size)],
  ['string', STRING, (text: string) => BigInt(lengthOf(text))],
];

function test(name: string, id: string, call: (text: string, part: string) => boolean): FunctionDeclaration {
  return declare(name, member(id, { args: [STRING, STRING], result: BOOL, call }));
}

/** How large values are, and what is in texts. */
export const TEXT: readonly FunctionDeclaration[] = [
  declare(
    'size',
    ...SIZED.flatMap(([name, type, call]) => [
      overload(`size_${name}`, { args: [type], result: INT, call }),
      member(`${name}_size`, { args: [type], result: INT, call }),
    ]),
  ),
  test('contains', 'contains_string', (text, part) => text.includes(part)),
  test('startsWith', 'starts_with_string', (text, part) => text.startsWith(part)),
  test('endsWith', 'ends_with_string', (text, part) => text.endsWith(part)),
  declare(
    'matches',
    overload('matches', { args: [STRING, STRING], result: BOOL, call: isMatch }),
    member('matches_string', { args: [STRING, STRING], result: BOOL, call: isMatch }),
  ),
];
