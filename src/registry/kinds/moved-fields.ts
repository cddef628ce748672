import type { ApiObject } from '../../apimachinery/index.js';
import type { Conversion } from './kind-definition.js';

/**
 * Where the storage version has a field, and how the value changes on the way. Neither function is called for an unset field.
 *
 * @public
 * @example
 * const services: MovedField = {
 *   to: 'spec.services',
 *   toHub: (text: string) => text.split(','),
 *   fromHub: (list: string[]) => list.join(','),
 * };
 */
export interface MovedField {
  /** The path in the storage version, as `spec.size.lengthMeters`. */
  readonly to: string;
  readonly toHub?: (value: never) => unknown;
  readonly fromHub?: (value: never) => unknown;
}

type Plain = Readonly<Record<string, unknown>>;
type Change = ((value: never) => unknown) | undefined;

/** One value that is taken from one place and put in another. */
interface Move {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly change: Change;
}

/**
 * Makes both directions of a conversion from the fields that have another name, place or form in the older version; all other
 * members are the same. Keys are paths of the older version, values paths of the storage version. Paths lead through structs,
 * not through lists and maps. Errors at fields of the storage version are reported with the names of the older one. Throws
 * Error where two fields are one, or one is inside another.
 *
 * @public
 * @example
 * const berthFromV1beta1 = movedFields<ApiObject, Berth>({ 'spec.lengthMeters': 'spec.length' });
 */
export function movedFields<Spoke extends ApiObject, Hub extends ApiObject>(
  moved: Readonly<Record<string, string | MovedField>>,
): Conversion<Spoke, Hub> {
  const fields = Object.entries(moved).map(([from, field]) => ({
    from,
    ...(typeof field === 'string' ? { to: field } : field),
  }));
  checkApart(fields.map(({ from }) => from));
  checkApart(fields.map(({ to }) => to));
  const inward = fields.map(({ from, to, toHub }) => ({ from: from.split('.'), to: to.split('.'), change: toHub }));
  const outward = fields.map(({ from, to, fromHub }) => ({
    from: to.split('.'),
    to: from.split('.'),
    change: fromHub,
  }));
  const conversion: Conversion<Spoke, Hub> = {
    toHub: (object) => moveAll(object as unknown as Plain, inward) as unknown as Hub,
    fromHub: (object) => moveAll(object as unknown as Plain, outward) as unknown as Spoke,
    fieldFromHub: (field) => {
      const found = fields.find(({ to }) => isAtOrIn(field, to));
      return found ? found.from + field.slice(found.to.length) : field;
    },
  };
  MOVES.set(conversion, fields);
  return conversion;
}

/** The paths of a field in the older version and in the storage version. */
export interface MovedPaths {
  readonly from: string;
  readonly to: string;
}

const MOVES = new WeakMap<object, readonly MovedPaths[]>();

/** The paths of a conversion that `movedFields` has made; undefined for others. */
export function movesOf(conversion: object): readonly MovedPaths[] | undefined {
  return MOVES.get(conversion);
}

function checkApart(paths: readonly string[]): void {
  for (const [i, path] of paths.entries()) {
    const other = paths.find((each, j) => i !== j && isAtOrIn(path, each));
    if (other !== undefined)
      throw new Error(`movedFields: "${path}" and "${other}" are not apart; move each field once`);
  }
}

function isAtOrIn(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

function moveAll(object: Plain, moves: readonly Move[]): Plain {
  // Taken before any is put: fields may change places.
  const values = moves.map(({ from }) => valueAt(object, from));
  const rest = moves.reduce((all, { from }) => without(all, from), object);
  return moves.reduce((all, { to, change }, i) => {
    const value = values[i];
    if (value === undefined || value === null) return all;
    return withValue(all, to, change ? change(value as never) : value);
  }, rest);
}

function valueAt(object: Plain, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Plain | null | undefined)?.[name], object);
}

function without(object: Plain, [name, ...rest]: readonly string[]): Plain {
  const { [name]: member, ...others } = object;
  if (member === undefined || member === null || rest.length === 0) return others;
  return { ...object, [name]: without(member as Plain, rest) };
}

function withValue(object: Plain, [name, ...rest]: readonly string[], value: unknown): Plain {
  if (rest.length === 0) return { ...object, [name]: value };
  return { ...object, [name]: withValue((object[name] ?? {}) as Plain, rest, value) };
}
