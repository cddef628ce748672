import { unreachable } from './storage-error.js';

const HOW_TO_GET_IT =
  'npm rebuild sqlite3 downloads it from GitHub, or compiles it where python3, make and a C++ compiler are installed';

/** Loads code that needs the native package. Rejects with a StorageError that says what to do where that cannot be loaded. */
export async function loadWithBinary<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw explainBinaryFault(error);
  }
}

/** Explains why the native package of SQLite cannot be loaded, and what to do; any other error is answered as it is. */
export function explainBinaryFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const platform = `${process.platform}-${process.arch}`;
  if (error.message.startsWith('Could not locate the bindings file'))
    return unreachable(
      `the package sqlite3 has no binary for ${platform}: its install script has not run or has failed. ${HOW_TO_GET_IT}`,
      error,
    );
  if ((error as NodeJS.ErrnoException).code !== 'ERR_DLOPEN_FAILED') return error;
  const [reason] = error.message.split('\n');
  return unreachable(
    `the binary of the package sqlite3 cannot be loaded on ${platform} (${reason}). ${HOW_TO_GET_IT}`,
    error,
  );
}
