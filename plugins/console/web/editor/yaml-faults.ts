import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { isOpen } from '../model/schema.js';
import type { EditorSchema } from './editor-schema.js';
import { fieldAt } from './field-at.js';

/** Faults that are marked at most. */
const MOST = 50;

/** Returns the faults of a text: where it stops to be YAML, and members that the schema of its kind does not know. */
export function yamlFaults(state: EditorState, schema: EditorSchema | undefined): Diagnostic[] {
  const faults: Diagnostic[] = [];
  let isBroken = false;
  syntaxTree(state).iterate({
    enter: ({ type, name, from, to }) => {
      if (faults.length >= MOST) return false;
      // After the first fault the parser has lost its place.
      if (type.isError && !isBroken) {
        isBroken = true;
        faults.push({ ...visible(state, from, to), severity: 'error', message: NOT_YAML });
      } else if (name === 'Key' && schema && !isBroken && isUnknown(state, from, schema)) {
        const field = state.sliceDoc(from, to);
        faults.push({ from, to, severity: 'warning', message: `unknown field "${field}"` });
      }
      return undefined;
    },
  });
  return faults;
}

const NOT_YAML = 'This is not YAML. Check the indentation, colons, quotes and brackets.';

/** A part that can be underlined: of an empty one the character before it, if it has none after it in its line. */
function visible({ doc }: EditorState, from: number, to: number): { from: number; to: number } {
  if (to > from) return { from, to };
  const line = doc.lineAt(from);
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to: from };
}

function isUnknown(state: EditorState, position: number, { book, root }: EditorSchema): boolean {
  const place = fieldAt(state, position);
  // Members in braces, and names in quotes, are left to the server.
  if (!place || place.name === '' || place.from !== position) return false;
  const parent = book.at(root, place.path);
  return parent !== undefined && !isOpen(parent) && book.at(root, [...place.path, place.name]) === undefined;
}
