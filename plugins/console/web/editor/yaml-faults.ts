import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { isOpen } from '../model/schema.js';
import type { EditorSchema } from './editor-schema.js';
import { fieldAt } from './field-at.js';

/** Faults that are marked at most. */
const MOST = 50;

/** Returns the faults of a text: what is no YAML, and members that the schema of its kind does not know. */
export function yamlFaults(state: EditorState, schema: EditorSchema | undefined): Diagnostic[] {
  const faults: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter: ({ type, name, from, to }) => {
      if (faults.length >= MOST) return false;
      if (type.isError) {
        faults.push({
          from,
          to: Math.min(Math.max(to, from + 1), state.doc.length),
          severity: 'error',
          message: 'This is not YAML. Check the indentation, colons, quotes and brackets.',
        });
      } else if (name === 'Key' && schema && isUnknown(state, from, schema)) {
        const field = state.sliceDoc(from, to);
        faults.push({ from, to, severity: 'warning', message: `unknown field "${field}"` });
      }
      return undefined;
    },
  });
  return faults;
}

function isUnknown(state: EditorState, position: number, { book, root }: EditorSchema): boolean {
  const place = fieldAt(state, position);
  // Members in braces, and names in quotes, are left to the server.
  if (!place || place.name === '' || place.from !== position) return false;
  const parent = book.at(root, place.path);
  return parent !== undefined && !isOpen(parent) && book.at(root, [...place.path, place.name]) === undefined;
}
