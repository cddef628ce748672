/**
 * The original values of documents where decoded objects differ: an empty list or map, or a quantity as it was written.
 */
const GIVEN = new WeakMap<object, Map<string, unknown>>();

/**
 * Records that a document had an empty list or map as a member of `owner`. Objects do not have it: it is never written.
 * But Go distinguishes it from an absent one, which shows in error messages and where two members share one map.
 */
export function noteGivenEmpty(owner: object, member: string): void {
  note(owner, member, true);
}

/** Records how a document wrote a quantity that objects hold in canonical form: errors show what Go has read. */
export function noteGivenQuantity(owner: object, member: string, given: unknown): void {
  note(owner, member, given);
}

function note(owner: object, member: string, given: unknown): void {
  const members = GIVEN.get(owner);
  if (members) members.set(member, given);
  else GIVEN.set(owner, new Map([[member, given]]));
}

/**
 * Returns a deep copy of plain data that keeps the recorded original values.
 *
 * @internal
 * @example
 * const copy = copyWithGiven(object);
 */
export function copyWithGiven<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyWithGiven) as T;
  const copy: Record<string, unknown> = {};
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) setOwn(copy, name, copyWithGiven(members[name]));
  copyGiven(value, copy);
  return copy as T;
}

/** Values copied between two steps. */
const STRIDE = 8192;

/** Copies in steps of bounded size, and at once where the value is small. */
export function* copyInSteps<T>(value: T): Generator<void, T, unknown> {
  if (!hasMoreThan(value, { left: STRIDE })) return copyWithGiven(value);
  yield;
  return (yield* copyLarge(value as T & object, { left: STRIDE })) as T;
}

/** Values that may still be counted or copied. */
interface Budget {
  left: number;
}

function hasMoreThan(value: unknown, budget: Budget): boolean {
  if (--budget.left < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value) as unknown[];
  return members.length > budget.left || members.some((member) => hasMoreThan(member, budget));
}

function* copyLarge(value: object, budget: Budget): Generator<void, object, unknown> {
  const copy: object = Array.isArray(value) ? [] : {};
  for (const name of Object.keys(value)) {
    if (--budget.left < 0) {
      yield;
      budget.left = STRIDE;
    }
    const member = (value as Record<string, unknown>)[name];
    const isDeep = typeof member === 'object' && member !== null;
    setOwn(copy as Record<string, unknown>, name, isDeep ? yield* copyLarge(member, budget) : member);
  }
  copyGiven(value, copy);
  return copy;
}

/** Copies the recorded original values of an object to a member-by-member copy of it. */
export function copyGiven(from: object, to: object): void {
  const members = GIVEN.get(from);
  if (members) GIVEN.set(to, new Map(members));
}

function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Returns the map that a member of `owner` was given as: empty in place of absent where the document held an
 * empty one.
 *
 * @internal
 * @example
 * const labels = givenMap(object.metadata, 'labels');
 */
export function givenMap<T extends object, K extends keyof T & string>(
  owner: T | undefined | null,
  member: K,
): T[K] | undefined {
  return owner?.[member] ?? (isGivenEmpty(owner, member) ? ({} as T[K]) : undefined);
}

/**
 * Returns the same for a list.
 *
 * @internal
 * @example
 * const owners = givenList(object.metadata, 'ownerReferences');
 */
export function givenList<T extends object, K extends keyof T & string>(
  owner: T | undefined | null,
  member: K,
): T[K] | undefined {
  return owner?.[member] ?? (isGivenEmpty(owner, member) ? ([] as T[K]) : undefined);
}

/**
 * Returns the quantity `name` of a list of resources as it was written: perhaps null, which counts as
 * nothing.
 *
 * @internal
 * @example
 * const memory = givenQuantity({ memory: '1Gi' }, 'memory');
 */
export function givenQuantity(
  amounts: Readonly<Record<string, string | number>>,
  name: string,
): string | number | null {
  const given = GIVEN.get(amounts)?.get(name);
  return given === undefined ? amounts[name] : (given as string | number | null);
}

/**
 * Copies the quantity `name` of a list of resources to another list, with how it was written.
 *
 * @internal
 * @example
 * type Amounts = Record<string, string>;
 * const request = (limits: Amounts, requests: Amounts) => copyQuantity('cpu', { from: limits, to: requests });
 */
export function copyQuantity(
  name: string,
  { from, to }: { from: Readonly<Record<string, string | number>>; to: Record<string, string | number> },
): void {
  to[name] = from[name];
  const given = GIVEN.get(from)?.get(name);
  if (given !== undefined) note(to, name, given);
}

/** Reports whether a document had an empty list or map as a member of `owner`, or anywhere in that member. */
export function holdsGivenEmpty(owner: object, member: string): boolean {
  if (isGivenEmpty(owner, member)) return true;
  const value: unknown = (owner as Readonly<Record<string, unknown>>)[member];
  if (typeof value !== 'object' || value === null) return false;
  const names = [...Object.keys(value), ...(GIVEN.get(value)?.keys() ?? [])];
  return names.some((name) => holdsGivenEmpty(value, name));
}

function isGivenEmpty(owner: object | undefined | null, member: string): boolean {
  return owner !== undefined && owner !== null && GIVEN.get(owner)?.get(member) === true;
}
