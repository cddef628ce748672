import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type TextFault, pathSteps } from '../model/refusal.js';

type Node = ReturnType<typeof syntaxTree>['topNode'];

/** A part of a text that a fault is marked at. */
export interface FaultPlace {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that a text is parsed for at most, where it was not yet. */
const PARSE_MS = 300;

/** Finds the place of a fault: its line, or the field, or of a field that is missing the nearest one it would be in. */
export function locateFault(state: EditorState, { line, field }: TextFault): FaultPlace | undefined {
  if (line !== undefined) return linePlace(state, line);
  if (!field) return undefined;
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  let value: Node | null | undefined = tree.topNode.getChild('Document')?.firstChild;
  let found: FaultPlace | undefined;
  for (const step of pathSteps(field)) {
    const next: { place: Node; value: Node | null } | undefined = value ? stepInto(state, value, step) : undefined;
    if (!next) break;
    found = { from: next.place.from, to: next.place.to };
    value = next.value;
  }
  return found;
}

function linePlace({ doc }: EditorState, number: number): FaultPlace {
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
  const indent = line.text.length - line.text.trimStart().length;
  return { from: Math.min(line.from + indent, line.to), to: line.to };
}

/** Returns the key of a member with its value, or an element of a list. */
function stepInto(state: EditorState, node: Node, step: string) {
  if (node.name === 'BlockSequence' || node.name === 'FlowSequence') {
    const item = node.getChildren('Item')[Number(step)];
    return item?.firstChild ? { place: keyOf(item.firstChild) ?? item.firstChild, value: item.firstChild } : undefined;
  }
  for (const pair of node.getChildren('Pair')) {
    const key = pair.getChild('Key');
    if (key && unquoted(state.sliceDoc(key.from, key.to)) === step) return { place: key, value: valueOf(pair) };
  }
  return undefined;
}

/** An element is marked at its first key: the whole may be many lines. */
function keyOf(node: Node): Node | null | undefined {
  return node.getChild('Pair')?.getChild('Key');
}

function valueOf(pair: Node): Node | null {
  const last = pair.lastChild;
  return last && last.name !== 'Key' && last.name !== ':' ? last : null;
}

function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(text.trim());
  return quoted ? quoted[2] : text.trim();
}
