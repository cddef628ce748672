import { leaveNote } from './temporary-folder.js';
import { isTested } from './test-hooks.js';

/** Servers that no test has closed yet, with the way to take back the note about each. */
const OPEN = new Map<object, { readonly note: string; readonly takeBack: () => void }>();
let isListening = false;

/**
 * Keeps a server from holding a process that runs tests: one that is never closed would keep the runner waiting for ever. It is named
 * when the process exits. Servers of other processes hold theirs: a script may serve other programs.
 */
export function letGo(server: object, release: () => void, startedAt: string): void {
  if (!isTested()) return;
  release();
  const note = `a test server was left open, which was started at ${startedAt}; close it in a hook: after(() => server.close()), or let useTestServer() do so\n`;
  OPEN.set(server, { note, takeBack: leaveNote(note) });
  if (isListening) return;
  isListening = true;
  process.on('exit', nameOpen);
}

/** Records that a server is closed. */
export function noteClosed(server: object): void {
  OPEN.get(server)?.takeBack();
  OPEN.delete(server);
}

function nameOpen(): void {
  for (const { note, takeBack } of OPEN.values()) {
    takeBack();
    process.stderr.write(note);
  }
}
