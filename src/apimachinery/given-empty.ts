const GIVEN_EMPTY = new WeakMap<object, Set<string>>();

/**
 * Notes that a document held an empty list or map as a member of `owner`. Objects do not have it: it is never written.
 * But Go tells it from an absent one, which shows in the texts of errors and where two members share one map.
 */
export function noteGivenEmpty(owner: object, member: string): void {
  const members = GIVEN_EMPTY.get(owner);
  if (members) members.add(member);
  else GIVEN_EMPTY.set(owner, new Set([member]));
}

/** The map that a member of `owner` was given as: empty in place of absent where the document held an empty one. */
export function givenMap<T extends object, K extends keyof T & string>(
  owner: T | undefined | null,
  member: K,
): T[K] | undefined {
  return owner?.[member] ?? (isGivenEmpty(owner, member) ? ({} as T[K]) : undefined);
}

/** The same for a list. */
export function givenList<T extends object, K extends keyof T & string>(
  owner: T | undefined | null,
  member: K,
): T[K] | undefined {
  return owner?.[member] ?? (isGivenEmpty(owner, member) ? ([] as T[K]) : undefined);
}

function isGivenEmpty(owner: object | undefined | null, member: string): boolean {
  return owner !== undefined && owner !== null && (GIVEN_EMPTY.get(owner)?.has(member) ?? false);
}
