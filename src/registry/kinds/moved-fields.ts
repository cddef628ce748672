import { type ApiObject, FieldPath, invalid, invalidObject, parseApiVersion } from '../../apimachinery/index.js';
import { callSite, noteSite } from '../../schema/index.js';
import type { Conversion } from './kind-definition.js';

/**
 * Where the storage version has a field, and how the value changes on the way. Neither function is called for an unset field.
 * A field that is split has several places, and one that is joined comes `with` others: the functions then take or return a
 * list of values in the order of the paths, where those that are unset are undefined or missing, and are called if any is set.
 * `toHub` of a field that is split returns undefined for a value that cannot be taken apart: the client gets a 422.
 *
 * @public
 * @example
 * const size: MovedField = {
 *   to: ['spec.width', 'spec.height'],
 *   toHub: (text: string) => (/^\d+x\d+$/.test(text) ? text.split('x').map(Number) : undefined),
 *   fromHub: ([width, height]: number[]) => `${width}x${height}`,
 * };
 */
export interface MovedField {
  /** The path in the storage version, as `spec.size.lengthMeters`; several where the field is split. */
  readonly to: string | readonly string[];
  /** Further paths of the older version, which are joined with that of the key. */
  readonly with?: readonly string[];
  readonly toHub?: (value: never) => unknown;
  readonly fromHub?: (value: never) => unknown;
}

type Plain = Readonly<Record<string, unknown>>;
type Change = ((value: never) => unknown) | undefined;

/** Values that are taken from their places and put in others. */
interface Move {
  readonly from: Places;
  readonly to: Places;
  readonly change: Change;
  /** True for values of clients, which may be refused. */
  readonly isInward: boolean;
}

interface Places {
  readonly paths: readonly (readonly string[])[];
  /** True if values are a list, even of one. */
  readonly areSeveral: boolean;
}

/**
 * Makes both directions of a conversion from the fields that have another name, place or form in the older version; all other
 * members are the same. Keys are paths of the older version, values paths of the storage version. Paths lead through structs,
 * not through lists and maps. Errors at fields of the storage version are reported with the names of the older one: the key,
 * where fields are split or joined. Throws Error where two fields are one, or one is inside another, and where fields that
 * are split or joined lack a function.
 *
 * @public
 * @example
 * const berthFromV1beta1 = movedFields<ApiObject, Berth>({ 'spec.lengthMeters': 'spec.length' });
 */
export function movedFields<Spoke extends ApiObject, Hub extends ApiObject>(
  moved: Readonly<Record<string, string | MovedField>>,
): Conversion<Spoke, Hub> {
  const fields = Object.entries(moved).map(([key, field]) => pathsOf(key, field));
  checkApart(fields.flatMap(({ from }) => from));
  checkApart(fields.flatMap(({ to }) => to));
  const inward = fields.map(({ spoke, hub, toHub }) => ({ from: spoke, to: hub, change: toHub, isInward: true }));
  const outward = fields.map(({ spoke, hub, fromHub }) => ({ from: hub, to: spoke, change: fromHub, isInward: false }));
  const conversion: Conversion<Spoke, Hub> = {
    toHub: (object) => moveAll(object as unknown as Plain, inward) as unknown as Hub,
    fromHub: (object) => moveAll(object as unknown as Plain, outward) as unknown as Spoke,
    fieldFromHub: (field) => nameFor(field, fields),
  };
  MOVES.set(conversion, fields);
  noteSite(conversion, callSite(movedFields));
  return conversion;
}

/** The paths of fields in the older version and in the storage version; the first is the key. */
export interface MovedPaths {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** One entry of a declaration. */
interface Moved extends MovedPaths {
  readonly spoke: Places;
  readonly hub: Places;
  readonly toHub: Change;
  readonly fromHub: Change;
}

const MOVES = new WeakMap<object, readonly MovedPaths[]>();

/** Returns the paths of a conversion that `movedFields` has made; undefined for others. */
export function movesOf(conversion: object): readonly MovedPaths[] | undefined {
  return MOVES.get(conversion);
}

function pathsOf(key: string, field: string | MovedField): Moved {
  const { to, with: others, toHub, fromHub }: MovedField = typeof field === 'string' ? { to: field } : field;
  const isSplit = typeof to !== 'string';
  if ((isSplit || others) && !(toHub && fromHub)) {
    const what = isSplit ? 'is split' : 'is joined with others';
    throw new Error(
      `movedFields: "${key}" ${what}; give it both toHub and fromHub, which take and return lists of values`,
    );
  }
  const from = [key, ...(others ?? [])];
  const into = [to].flat();
  return {
    from,
    to: into,
    spoke: { paths: from.map(membersOf), areSeveral: others !== undefined },
    hub: { paths: into.map(membersOf), areSeveral: isSplit },
    toHub,
    fromHub,
  };
}

function membersOf(path: string): string[] {
  return path.split('.');
}

/** Members of a field that is split or joined have no place in the other version. */
function nameFor(field: string, fields: readonly Moved[]): string {
  for (const { from, to, spoke, hub } of fields) {
    const found = to.find((path) => isAtOrIn(field, path));
    if (found === undefined) continue;
    return spoke.areSeveral || hub.areSeveral ? from[0] : from[0] + field.slice(found.length);
  }
  return field;
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
  const values = moves.map(({ from }) => from.paths.map((path) => valueAt(object, path) ?? undefined));
  const places = moves.flatMap(({ from }) => from.paths);
  const rest = places.reduce(without, object);
  return moves.reduce((all, move, i) => {
    if (values[i].every((value) => value === undefined)) return all;
    return changed(object, move, values[i]).reduce<Plain>((into, value, at) => {
      return value === undefined || value === null ? into : withValue(into, move.to.paths[at], value);
    }, all);
  }, rest);
}

/** The values of a move for their new places, one each. */
function changed(object: Plain, { from, to, change, isInward }: Move, values: readonly unknown[]): readonly unknown[] {
  const value = from.areSeveral ? values : values[0];
  const result = change ? change(value as never) : value;
  if (!to.areSeveral) return [result];
  const isList = Array.isArray(result);
  if (isList && result.length <= to.paths.length) return to.paths.map((_, i): unknown => result[i]);
  // Rules come after the conversion, and would not see a value that it has lost.
  if (isInward && (isList || result === undefined))
    throw refusal(object as unknown as ApiObject, from.paths[0], values[0]);
  const paths = to.paths.map((path) => path.join('.')).join(', ');
  throw new Error(`movedFields: a function has to return a list, with the values of ${paths} and no more`);
}

function refusal({ apiVersion = '', kind = '', metadata }: ApiObject, path: readonly string[], value: unknown): Error {
  const error = invalid(FieldPath.of(...path), value, 'is malformed and cannot be converted');
  return invalidObject({ group: parseApiVersion(apiVersion)?.group ?? '', kind }, metadata.name ?? '', [error]);
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
