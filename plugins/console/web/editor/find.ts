import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type KeyBinding, type Panel, showPanel } from '@codemirror/view';

/** Matches that are marked at most. */
const MOST_MATCHES = 5000;
const MARK = Decoration.mark({ class: 'cm-found' });

/** The text that is looked for; undefined closes the panel. */
const setQuery = StateEffect.define<string | undefined>();

const queryField = StateField.define<string | undefined>({
  create: () => undefined,
  update: (query, { effects }) => effects.reduce((found, each) => (each.is(setQuery) ? each.value : found), query),
  provide: (field) => [
    showPanel.from(field, (query) => (query === undefined ? null : openPanel)),
    EditorView.decorations.compute([field, 'doc'], (state) =>
      Decoration.set(matchesIn(state).map(([from, to]) => MARK.range(from, to))),
    ),
  ],
});

/** Finds a text in the editor, whatever its case: the library for it would make the console larger than it may be. */
export const find: Extension = queryField;

/** The keys of the search. */
export const findKeymap: readonly KeyBinding[] = [
  { key: 'Mod-f', run: open, preventDefault: true },
  { key: 'F3', run: (view) => go(view, 1), shift: (view) => go(view, -1), preventDefault: true },
];

function matchesIn(state: EditorState): [from: number, to: number][] {
  const query = state.field(queryField);
  if (!query) return [];
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  const found: [number, number][] = [];
  for (const { index, 0: text } of state.doc.toString().matchAll(pattern))
    if (found.push([index, index + text.length]) === MOST_MATCHES) break;
  return found;
}

function open(view: EditorView): boolean {
  const { main } = view.state.selection;
  const selected = view.state.sliceDoc(main.from, main.to);
  const query = selected === '' || selected.includes('\n') ? (view.state.field(queryField) ?? '') : selected;
  view.dispatch({ effects: setQuery.of(query) });
  view.dom.querySelector<HTMLInputElement>('.cm-find input')?.select();
  return true;
}

/** Selects the match after the selection, or before it, around the ends of the text. */
function go(view: EditorView, direction: 1 | -1): boolean {
  const matches = matchesIn(view.state);
  const { from } = view.state.selection.main;
  const next = direction === 1 ? matches.find(([start]) => start > from) : matches.findLast(([start]) => start < from);
  select(view, next ?? matches.at(direction === 1 ? 0 : -1));
  return true;
}

function select(view: EditorView, match: readonly [from: number, to: number] | undefined): void {
  if (match) view.dispatch({ selection: { anchor: match[0], head: match[1] }, scrollIntoView: true });
}

function openPanel(view: EditorView): Panel {
  const [dom, input, count] = [
    document.createElement('div'),
    document.createElement('input'),
    document.createElement('span'),
  ];
  dom.className = 'cm-find';
  dom.append(input, count);
  Object.assign(input, { type: 'search', value: view.state.field(queryField), className: 'cm-textfield' });
  input.setAttribute('aria-label', 'Find');
  count.setAttribute('role', 'status');
  input.oninput = () => {
    view.dispatch({ effects: setQuery.of(input.value) });
    const { from } = view.state.selection.main;
    const matches = matchesIn(view.state);
    select(view, matches.find(([start]) => start >= from) ?? matches[0]);
  };
  input.onkeydown = (event) => {
    if (event.key === 'Enter') go(view, event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close(view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tell = (): void => void (count.textContent = positionIn(view.state));
  tell();
  return { dom, top: true, mount: () => input.select(), update: tell };
}

function close(view: EditorView): void {
  view.dispatch({ effects: setQuery.of(undefined) });
  view.focus();
}

function positionIn(state: EditorState): string {
  const matches = matchesIn(state);
  if (matches.length === 0) return state.field(queryField) ? 'not found' : '';
  const current = matches.findIndex(([from]) => from === state.selection.main.from);
  return `${current + 1} of ${matches.length}`;
}
