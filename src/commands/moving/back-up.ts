import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backUpStore, isStorageError } from '../../storage/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { storeDirectory } from './store-locations.js';

/** Runs `binnacle backup`: writes a copy of an embedded store, which a server may have open, with its digest beside it. */
export async function backUp(words: readonly string[], { out }: Output): Promise<number> {
  const { out: file, 'data-dir': directory = './data' } = readFlags(words, { values: ['data-dir', 'out'] });
  if (file === undefined) throw new CommandError('--out FILE is missing');
  try {
    const { revision, oldest, bytes } = await backUpStore(storeDirectory(String(directory)), String(file));
    const digest = await digestOfFile(String(file));
    // The form of sha256sum, which can check it too.
    await writeFile(`${String(file)}.sha256`, `${digest}  ${basename(String(file))}\n`, { mode: 0o600 });
    out.write(`${String(file)}: ${bytes} bytes, revision ${revision}, history from ${oldest}\nsha256 ${digest}\n`);
    return EXIT.done;
  } catch (error) {
    throw isStorageError(error) ? new CommandError(error.message) : error;
  }
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
