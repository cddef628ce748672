import type { EditorState } from '@codemirror/state';
import type { PathStep } from '../model/schema.js';
import { pathTo } from '../model/yaml-path.js';

/** The place of a member in a text. */
export interface FieldPlace {
  /** The members that lead to the object it is in. */
  readonly path: readonly PathStep[];
  /** Its name, as far as it is typed. */
  readonly name: string;
  readonly from: number;
}

/** Finds the member whose name is at a position; undefined if there is none. */
export function fieldAt({ doc }: EditorState, position: number): FieldPlace | undefined {
  const line = doc.lineAt(position);
  const found = /^(\s*(?:- )*)([\w./-]*)/.exec(line.text)!;
  const [, before, name] = found;
  const offset = position - line.from;
  if (offset < before.length || offset > before.length + name.length) return undefined;
  const lines = doc.sliceString(0, line.to).split('\n');
  return { path: pathTo(lines, line.number - 1, before.length), name, from: line.from + before.length };
}
