import { isStorageError, readRows } from '../../storage/index.js';
import { loadChecked, specifiersOf } from '../load-checked.js';
import { LOCATION_FLAGS, locationOf } from '../moving/store-locations.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { printable } from '../printable.js';
import { WIDE_GAP, tableText } from '../table-text.js';
import { readFlags } from '../read-files.js';
import { type KeyCount, type KeyUse, type ReadRows, countKeys, countUses } from './key-counts.js';
import { ResourceNames } from './resource-names.js';

const HEADER = ['RESOURCE', 'PROVIDER', 'KEY', 'VALUES', 'FORMER'];

/**
 * Runs `binnacle encryption status`: counts every value of a store by resource and key. With `--unused` it reports whether the key
 * of a name can be removed, and ends with 1 where any value is under it. Servers may use the store meanwhile.
 */
export async function encryptionStatus(words: readonly string[], host: CommandHost): Promise<number> {
  const flags = readFlags(words, {
    values: ['data-dir', 'store', 'plugins', 'unused', 'output', ...LOCATION_FLAGS],
  });
  const { 'data-dir': directory = './data', output = 'table', unused } = flags;
  if (output !== 'table' && output !== 'json') throw new CommandError('--output: table and json are the formats');
  if (unused === '') throw new CommandError('--unused: the name of a key is needed');
  const location = locationOf(String(flags.store ?? `sqlite:${String(directory)}`), flags);
  const read: ReadRows = (newest) => readRows(location, { newest });
  try {
    if (unused !== undefined) return reportUses(String(unused), await countUses(read, String(unused)), host);
    const plugins = [...((await host.ownPlugins?.()) ?? []), ...(await loadChecked(specifiersOf(flags.plugins)))];
    const counts = await countKeys(read, new ResourceNames(plugins));
    host.out.write(output === 'json' ? `${JSON.stringify({ counts }, undefined, 2)}\n` : tableOf(counts));
    return EXIT.done;
  } catch (error) {
    throw isStorageError(error) ? new CommandError(error.message) : error;
  }
}

function reportUses(name: string, { values, former }: KeyUse, { out }: CommandHost): number {
  const key = printable(name);
  if (values === 0 && former === 0) {
    out.write(`${key} is unused: no value of the store is under it\n`);
    return EXIT.done;
  }
  const remedy =
    values > 0
      ? 'migrate the resources that binnacle encryption status shows under it'
      : 'compaction deletes former values; until then, reads and watches of old revisions need the key';
  out.write(`${key} is in use by ${values} current and ${former} former values: ${remedy}\n`);
  return EXIT.otherwise;
}

/** The counts as a table: of resources with encrypted values one line for each key, of the others one line together. */
function tableOf(counts: readonly KeyCount[]): string {
  const encrypted = new Set(counts.filter(({ provider }) => provider !== 'identity').map(({ resource }) => resource));
  const plain = counts.filter(({ resource }) => !encrypted.has(resource));
  const values = plain.reduce((sum, count) => sum + count.values, 0);
  const rows = counts.filter(({ resource }) => encrypted.has(resource)).map(rowOf);
  const rest = `${values} values of ${plain.length} other resources are not encrypted\n`;
  return rows.length === 0 ? rest : `${tableText([HEADER, ...rows], WIDE_GAP)}${plain.length === 0 ? '' : rest}`;
}

function rowOf({ resource, provider, key, values, former }: KeyCount): string[] {
  return [resource, provider, key || '-', String(values), String(former)];
}
