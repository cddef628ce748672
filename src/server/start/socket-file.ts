import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** Longest path of a Unix socket in bytes, with the zero at its end, that all systems take (macOS; Linux has 108). */
const MAX_PATH = 104;

/**
 * Removes the socket that a process left behind when it was killed. Returns why a path cannot be listened on; undefined
 * where it can.
 */
export async function freeSocket(path: string): Promise<string | undefined> {
  if (Buffer.byteLength(path) >= MAX_PATH) return `is longer than ${MAX_PATH - 1} bytes`;
  try {
    const found = await lstat(path);
    if (!found.isSocket()) return 'is there and is no socket';
    if (await isAnswered(path)) return 'is in use by another process';
    await unlink(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return `cannot be used: ${message}`;
  }
  return undefined;
}

/** Reports whether a process listens on a socket; only a refused connection shows that none does. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'));
  });
}
