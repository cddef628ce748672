import { readFile } from 'node:fs/promises';
import { isStorageError, restoreStore } from '../../storage/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readWords } from '../read-files.js';
import { digestOfFile } from './back-up.js';
import { storeDirectory } from './store-locations.js';

/** Runs `binnacle restore`: makes the embedded store of a data directory from a backup. */
export async function restore(words: readonly string[], { out }: Output): Promise<number> {
  const replaces = words.includes('--force');
  const rest = words.filter((word) => word !== '--force');
  const { values, positionals } = readWords(rest, { values: ['data-dir', 'at-revision', 'at-time'], lists: [] });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('the file of one backup is needed');
  try {
    await checkDigest(file);
    const directory = storeDirectory(values['data-dir'] ?? './data');
    const atRevision = revisionIn(values['at-revision']);
    const atTime = timeIn(values['at-time']);
    if (atRevision !== undefined && atTime !== undefined)
      throw new CommandError('--at-revision and --at-time exclude each other');
    const options = { directory, replaces, atRevision, atTime };
    const { revision, resumed, movedTo } = await restoreStore(file, options);
    if (movedTo !== undefined) out.write(`the store that was there is now ${movedTo}\n`);
    out.write(
      `restored the state at revision ${revision}; the store goes on behind ${resumed}, and clients list again\n`,
    );
    return EXIT.done;
  } catch (error) {
    throw isStorageError(error) ? new CommandError(`${error.message}${remedyOf(error.message)}`) : error;
  }
}

/** Compares the file with the digest beside it, where there is one. */
async function checkDigest(file: string): Promise<void> {
  const written = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined);
  if (written === undefined) return;
  const found = await digestOfFile(file).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  if (!written.startsWith(found)) throw new CommandError(`${file} has another digest than ${file}.sha256 says`);
}

function revisionIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new CommandError(`--at-revision: "${text}" is not a revision`);
  return Number(text);
}

/** A time with its zone, such as 2026-11-26T03:28:46Z, in milliseconds since the epoch. */
function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new CommandError(`--at-time: "${text}" is not a time such as 2026-11-26T03:28:46Z`);
  return time;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function remedyOf(message: string): string {
  return message.endsWith('already') ? '; --force moves it aside' : '';
}
