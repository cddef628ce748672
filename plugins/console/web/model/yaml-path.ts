import { ELEMENT, type PathStep } from './schema.js';

/** A member in a line of YAML in block style. */
interface Member {
  readonly key: string;
  readonly column: number;
  /** The columns of the dashes before it, each of which begins an element of a list. */
  readonly dashes: readonly number[];
}

/** A place whose parent is looked for. */
interface Search {
  readonly line: number;
  /** The column of a member that a line above may begin the element of; undefined once that is found. */
  readonly sibling: number | undefined;
  /** The parent stands left of it. */
  readonly limit: number;
}

const LINE = /^((?: |- )*)([\w./-]+):/;

/**
 * Returns the members that lead to a line, that line's own member left out: where the members of an object have to be
 * known before the text is whole. `column` is that of the line's member.
 */
export function pathTo(lines: readonly string[], index: number, column: number): PathStep[] {
  const path: PathStep[] = [];
  let search = above({ key: '', column, dashes: dashesIn(lines[index].slice(0, column)) }, index, path);
  while (search.line >= 0) {
    const member = memberIn(lines[search.line]);
    if (!member) search = { ...search, line: search.line - 1 };
    else search = step(member, search, path);
  }
  return path;
}

/** Looks at one line; adds its step to the path. */
function step(member: Member, search: Search, path: PathStep[]): Search {
  const { key, column, dashes } = member;
  if (column < search.limit) {
    path.unshift(key);
    return above(member, search.line, path);
  }
  const beginsElement = dashes.length > 0 && column === search.sibling;
  return beginsElement ? above(member, search.line, path) : { ...search, line: search.line - 1 };
}

/** Begins the search for the parent of a member; its dashes are elements of lists, whose key may stand right above them. */
function above({ column, dashes }: Member, line: number, path: PathStep[]): Search {
  for (let dash = 0; dash < dashes.length; dash++) path.unshift(ELEMENT);
  const next = line - 1;
  return dashes.length > 0
    ? { line: next, sibling: undefined, limit: dashes[0] + 1 }
    : { line: next, sibling: column, limit: column };
}

function memberIn(line: string): Member | undefined {
  const found = LINE.exec(line);
  return found ? { key: found[2], column: found[1].length, dashes: dashesIn(found[1]) } : undefined;
}

function dashesIn(before: string): number[] {
  return [...before.matchAll(/- /g)].map(({ index }) => index);
}
