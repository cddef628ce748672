import { useLayoutEffect } from 'preact/hooks';

/** The keys of the console with what they do, for the help. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Filter what is shown'],
  ['Ctrl K', 'Go to a resource'],
  ['n', 'Choose a namespace'],
  ['j k ↓ ↑', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, to delete several'],
  ['e', 'Edit the object'],
  ['Ctrl F', 'Find in the text of an object, with Enter and Shift Enter'],
  ['w', 'Log of the watch'],
  ['u', 'Up: from an object to its collection'],
  ['t', 'Dark or light'],
  ['?', 'This help'],
  ['Esc', 'Close, or leave a field'],
];

/** Calls back for keys that are pressed outside of fields, by their names; `Ctrl+k` counts everywhere. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isChord = event.ctrlKey || event.metaKey;
      const name = isChord ? `Ctrl+${event.key.toLowerCase()}` : event.key;
      if (event.altKey || (!isChord && isField(event.target))) return;
      const action = actions[name];
      if (!action || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function isField(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  // The editor is in its own tree, whose host is the target here.
  return !!element?.closest?.('input, select, textarea, [contenteditable], .editor-host');
}
