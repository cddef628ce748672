import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import css from '@xterm/xterm/css/xterm.css' with { type: 'text' };
import { adopt, policyDocument } from './policy-document.js';

/** A terminal on the page. */
export interface PageTerminal {
  write(bytes: Uint8Array): void;
  /** Writes a line of the console itself. */
  note(text: string): void;
  onInput(listener: (text: string) => void): void;
  /** Calls back with the size, now and when it changes. */
  onSize(listener: (columns: number, rows: number) => void): void;
  /** Calls back for Shift Escape: the terminal takes all other keys. */
  onLeave(listener: () => void): void;
  focus(): void;
  dispose(): void;
}

const SCROLLBACK_LINES = 5000;

/** Creates a terminal in an element. */
export function createTerminal(host: HTMLElement): PageTerminal {
  const policy = policyDocument();
  const dropStyles = adopt(css);
  const options = { documentOverride: policy.document, screenReaderMode: true, scrollback: SCROLLBACK_LINES };
  const terminal = new Terminal({ ...options, cursorBlink: !prefersStill(), fontSize: 13 });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  policy.during(() => terminal.open(host));
  fit.fit();
  const observer = new ResizeObserver(() => fit.fit());
  observer.observe(host);
  return {
    write: (bytes) => terminal.write(bytes),
    note: (text) => terminal.write(`\r\n\x1b[2m${text}\x1b[0m\r\n`),
    onInput: (listener) => void terminal.onData(listener),
    onSize: (listener) => {
      listener(terminal.cols, terminal.rows);
      terminal.onResize(({ cols, rows }) => listener(cols, rows));
    },
    onLeave: (listener) =>
      terminal.attachCustomKeyEventHandler(({ key, shiftKey }) => {
        if (key !== 'Escape' || !shiftKey) return true;
        listener();
        return false;
      }),
    focus: () => terminal.focus(),
    dispose: () => {
      observer.disconnect();
      terminal.dispose();
      policy.dispose();
      dropStyles();
    },
  };
}

function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
