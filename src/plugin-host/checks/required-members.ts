/** The name of a member that a declaration has to have, and the values that it may have. */
export interface RequiredMember {
  readonly name: string;
  readonly isRight: (value: unknown) => boolean;
  /** Follows "expected". */
  readonly expected: string;
}

/** Returns a member that has to be text. */
export function textMember(name: string, expected: string): RequiredMember {
  return { name, isRight: (value) => typeof value === 'string', expected };
}

/** Returns a member that has to be a list of texts. */
export function textsMember(name: string, expected: string): RequiredMember {
  return { name, isRight: isListOfTexts, expected };
}

/** Returns a member that has to be there, of whatever type: other checks look at that. */
export function presentMember(name: string, expected: string): RequiredMember {
  return { name, isRight: (value) => value !== undefined && value !== null, expected };
}

/** Returns a member that may be left out, and is otherwise like the given one. */
export function optional({ name, isRight, expected }: RequiredMember): RequiredMember {
  return { name, isRight: (value) => value === undefined || isRight(value), expected };
}

/** Returns a member that is true or false, or left out. */
export function optionalBoolean(name: string): RequiredMember {
  return optional({ name, isRight: (value) => typeof value === 'boolean', expected: 'true or false' });
}

/** Finds members that are missing from a declaration, or of another type. */
export function missingMembers(where: string, declared: object, required: readonly RequiredMember[]): string[] {
  const members = declared as Readonly<Record<string, unknown>>;
  return required
    .filter(({ name, isRight }) => !isRight(members[name]))
    .map(({ name, expected }) => {
      const value = members[name];
      const what = value === undefined ? `has no ${name}` : `its ${name} is ${typeText(value)}`;
      return `${where}: ${what}; expected ${expected}`;
    });
}

/** The entries of a list of declarations with their index, and what is wrong where it is no list of objects. */
interface ListedDeclarations {
  readonly entries: readonly (readonly [index: number, entry: object])[];
  readonly faults: readonly string[];
}

/** Reads a list of declarations, which is empty where it is undefined. */
export function listedDeclarations(where: string, name: string, list: unknown): ListedDeclarations {
  if (list === undefined) return { entries: [], faults: [] };
  if (!Array.isArray(list)) return { entries: [], faults: [`${where}: its ${name} is ${typeText(list)}, no list`] };
  const all = [...(list as readonly unknown[]).entries()];
  return {
    entries: all.filter((each): each is [number, object] => isObject(each[1])),
    faults: all
      .filter(([, entry]) => !isObject(entry))
      .map(([i, entry]) => `${where}: ${name}[${i}] is ${typeText(entry)}, no object`),
  };
}

/** The type of a value with its article, as messages name it. */
function typeText(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
