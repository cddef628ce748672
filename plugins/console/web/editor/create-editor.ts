import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import {
  history,
  historyKeymap,
  indentWithTab,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleComment,
} from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { lintGutter, lintKeymap, linter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, type KeyBinding, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { completeFields } from './complete-fields.js';
import { describeField } from './describe-field.js';
import type { EditorSchema } from './editor-schema.js';
import { find, findKeymap } from './find.js';
import { highlighting, theme } from './theme.js';
import { hasOtherFaults, serverFaults } from './server-faults.js';
import { yamlFaults } from './yaml-faults.js';

/** The dependencies of an editor. */
export interface EditorParts {
  readonly root: ShadowRoot;
  readonly text: string;
  /** Undefined until it is read. */
  readonly schema: () => EditorSchema | undefined;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

export { goToLine, showFaults } from './server-faults.js';

const readOnly = new Compartment();

/** The keys for whole lines: the default keys of the library have more, for programs, and would make the console larger than it may be. */
const lineKeymap: readonly KeyBinding[] = [
  { key: 'Mod-/', run: toggleComment },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
];

/** Creates an editor with completion, explanation and checks by the schema. */
export function createEditor({ root, text, schema, onChange, onSubmit }: EditorParts): EditorView {
  const submit = { key: 'Mod-Enter', run: () => (onSubmit(), true) };
  // Tab indents, so Escape leads out of the editor.
  const leave = { key: 'Escape', run: (view: EditorView) => (view.contentDOM.blur(), true) };
  const extensions = [
    ...[lineNumbers(), foldGutter(), codeFolding(), lintGutter(), history(), drawSelection()],
    ...[bracketMatching(), highlightActiveLine(), yaml(), find],
    ...[highlighting, theme, EditorView.lineWrapping, describeField(schema)],
    autocompletion({ override: [(context) => completeFields(context, schema())] }),
    serverFaults,
    linter(({ state }) => (state.readOnly ? [] : [...yamlFaults(state, schema()), ...state.field(serverFaults)]), {
      needsRefresh: ({ startState, state }) => hasOtherFaults(startState, state),
    }),
    keymap.of([submit, ...findKeymap, ...completionKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
    keymap.of([leave, indentWithTab, ...lineKeymap, ...standardKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
    EditorView.domEventHandlers({ beforeinput: replaceSelection }),
    EditorView.contentAttributes.of({ 'aria-label': 'YAML of the object' }),
    readOnly.of(locked(true)),
  ];
  return new EditorView({ parent: root, root, state: EditorState.create({ doc: text, extensions }) });
}

/** Allows changes of the text, or not. */
export function setReadOnly(view: EditorView, isReadOnly: boolean): void {
  view.dispatch({ effects: readOnly.reconfigure(locked(isReadOnly)) });
}

/**
 * Types over a selection. Chromium would keep the look of what is replaced in a style attribute, which the content security
 * policy refuses.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { state } = view;
  if (event.inputType !== 'insertText' || event.data === null || state.selection.main.empty || view.composing)
    return false;
  if (state.readOnly) return false;
  event.preventDefault();
  view.dispatch({ ...state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true });
  return true;
}

function locked(isReadOnly: boolean) {
  // Keys reach what can be focused.
  const focusable = EditorView.contentAttributes.of(isReadOnly ? { tabindex: '0' } : {});
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly), focusable];
}
