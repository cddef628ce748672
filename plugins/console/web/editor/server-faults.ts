import type { Diagnostic } from '@codemirror/lint';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { TextFault } from '../model/refusal.js';
import { locateFault } from './locate-fault.js';

/** Marks the faults that the server has named. */
const setFaults = StateEffect.define<readonly Diagnostic[]>();

/** The faults that the server has named, each until its line is changed. */
export const serverFaults = StateField.define<readonly Diagnostic[]>({
  create: () => [],
  update: (faults, { effects, changes, docChanged, startState }) => {
    for (const effect of effects) if (effect.is(setFaults)) return effect.value;
    if (!docChanged) return faults;
    return faults
      .filter(({ from }) => {
        const line = startState.doc.lineAt(from);
        return !changes.touchesRange(line.from, line.to);
      })
      .map((fault) => ({ ...fault, from: changes.mapPos(fault.from), to: changes.mapPos(fault.to) }));
  },
});

/** Marks faults in a text, in place of former ones. Returns the line of each; undefined where it has no place. */
export function showFaults(view: EditorView, faults: readonly TextFault[]): (number | undefined)[] {
  const { state } = view;
  const places = faults.map((fault) => locateFault(state, fault));
  const diagnostics = faults.flatMap((fault, index): Diagnostic[] => {
    const place = places[index];
    if (!place) return [];
    return [{ ...place, severity: 'error', source: 'server', message: textOf(fault) }];
  });
  view.dispatch({ effects: setFaults.of(diagnostics) });
  return places.map((place) => place && state.doc.lineAt(place.from).number);
}

/** Moves the cursor to a line, and the line into view. */
export function goToLine(view: EditorView, number: number): void {
  const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
  const indent = line.text.length - line.text.trimStart().length;
  view.dispatch({ selection: { anchor: line.from + indent }, scrollIntoView: true });
  view.focus();
}

/** Reports whether other faults are marked now. */
export function hasOtherFaults(before: EditorState, after: EditorState): boolean {
  return before.field(serverFaults) !== after.field(serverFaults);
}

function textOf({ field, message }: TextFault): string {
  return field ? `${field}: ${message}` : message;
}
