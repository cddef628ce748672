import {
  BOOL,
  DYN,
  type FunctionDeclaration,
  INT,
  listOf,
  mapOf,
  optionalOf,
  paramOf,
  STRING,
} from '../check/index.js';
import { OPERATOR } from '../parse/index.js';
import { EvaluationError, isEqual, ListValue, MapValue, OptionalValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const [V, K] = [paramOf('V'), paramOf('K')];
const OPTIONAL = optionalOf(V);
const [LIST, MAP] = [listOf(V), mapOf(K, V)];

const ZEROS: readonly Value[] = [null, false, 0n, 0, ''];

function isZero(value: Value): boolean {
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  return ZEROS.some((zero) => isEqual(zero, value));
}

function valueOf({ value }: OptionalValue): Value {
  if (value === undefined) throw new EvaluationError('optional.none() dereference');
  return value;
}

/** Values that may not be there. Choosing between them is part of the language, and only declared. */
export const OPTIONAL_TYPES: readonly FunctionDeclaration[] = [
  declare(
    'optional.of',
    overload('optional_of', { args: [V], result: OPTIONAL, call: (value: Value) => new OptionalValue(value) }),
  ),
  declare(
    'optional.ofNonZeroValue',
    overload('optional_ofNonZeroValue', {
      args: [V],
      result: OPTIONAL,
      call: (value: Value) => (isZero(value) ? OptionalValue.none : new OptionalValue(value)),
    }),
  ),
  declare('optional.none', overload('optional_none', { args: [], result: OPTIONAL, call: () => OptionalValue.none })),
  declare('value', member('optional_value', { args: [OPTIONAL], result: V, call: valueOf })),
  declare(
    'hasValue',
    member('optional_hasValue', {
      args: [OPTIONAL],
      result: BOOL,
      call: ({ value }: OptionalValue) => value !== undefined,
    }),
  ),
  declare('or', member('optional_or_optional', { args: [OPTIONAL, OPTIONAL], result: OPTIONAL })),
  declare('orValue', member('optional_orValue_value', { args: [OPTIONAL, V], result: V })),
  declare(OPERATOR.optionalSelect, overload('select_optional_field', { args: [DYN, STRING], result: OPTIONAL })),
  declare(
    OPERATOR.optionalIndex,
    overload('list_optindex_optional_int', { args: [LIST, INT], result: OPTIONAL }),
    overload('optional_list_optindex_optional_int', { args: [optionalOf(LIST), INT], result: OPTIONAL }),
    overload('map_optindex_optional_value', { args: [MAP, K], result: OPTIONAL }),
    overload('optional_map_optindex_optional_value', { args: [optionalOf(MAP), K], result: OPTIONAL }),
  ),
  declare(
    OPERATOR.index,
    overload('optional_list_index_int', { args: [optionalOf(LIST), INT], result: OPTIONAL }),
    overload('optional_map_index_value', { args: [optionalOf(MAP), K], result: OPTIONAL }),
  ),
];
