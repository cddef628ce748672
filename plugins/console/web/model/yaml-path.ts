import { ELEMENT, type PathStep } from './schema.js';

const LINE = /^(\s*(?:- )*)([\w./-]+):/;

/**
 * The members that lead to a line of YAML in block style, that line's own member left out: where the members of an object
 * have to be known before the text is whole. `column` is the indentation that counts for the line.
 */
export function pathTo(lines: readonly string[], index: number, column: number): PathStep[] {
  const path: PathStep[] = [];
  let indent = column;
  const own = lines[index] ?? '';
  const ownDash = dashesBefore(own, column);
  for (let dash = ownDash; dash > 0; dash--) path.unshift(ELEMENT);
  if (ownDash > 0) indent = own.search(/\S/);
  for (let i = index - 1; i >= 0 && indent >= 0; i--) {
    const line = lines[i];
    const found = LINE.exec(line);
    if (!found) continue;
    const [, before, key] = found;
    const start = before.length;
    const dashes = (before.match(/- /g) ?? []).length;
    const first = line.search(/\S/);
    const isParentOfList = ownDash > 0 && path[0] === ELEMENT && start === indent && dashes === 0;
    if (start < indent || isParentOfList) {
      path.unshift(key);
      for (let dash = dashes; dash > 0; dash--) path.unshift(ELEMENT);
      indent = dashes > 0 ? first : start;
      if (indent === 0 && dashes === 0) break;
    } else if (start === indent && dashes > 0 && path[0] !== ELEMENT) {
      path.unshift(ELEMENT);
      indent = first;
    }
  }
  return path;
}

function dashesBefore(line: string, column: number): number {
  return (/^\s*((?:- )*)/.exec(line.slice(0, column))?.[1].match(/- /g) ?? []).length;
}
