import { type RowStore, isStorageError, openRowStore } from '../../storage/index.js';
import { loadChecked, specifiersOf } from '../load-checked.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readFlags } from '../read-files.js';
import { type CopiedRows, copyRows } from './copy-rows.js';
import { type ChangeForm, formChange } from './row-forms.js';
import { LOCATION_FLAGS, locationOf } from './store-locations.js';

/** Runs `binnacle migrate`: copies a store to one of another engine, or of the same. No server may use either meanwhile. */
export async function migrate(words: readonly string[], host: CommandHost): Promise<number> {
  const flags = readFlags(words, { values: ['from', 'to', 'plugins', ...LOCATION_FLAGS] });
  const [from, to] = [String(flags.from ?? ''), String(flags.to ?? '')];
  if (from === '' || to === '') throw new CommandError('--from STORE and --to STORE are needed');
  if (from === to) throw new CommandError('--from and --to are the same');
  const locations = { source: locationOf(from, flags), target: locationOf(to, flags) };
  const plugins = [...((await host.ownPlugins?.()) ?? []), ...(await loadChecked(specifiersOf(flags.plugins)))];
  const opened: RowStore[] = [];
  try {
    const source = await openRowStore(locations.source);
    opened.push(source);
    const target = await openRowStore(locations.target);
    opened.push(target);
    const change = await changeBetween(source, target, plugins);
    host.out.write(report(await copyRows(source, target, change)));
    return EXIT.done;
  } catch (error) {
    throw isStorageError(error) ? new CommandError(error.message) : error;
  } finally {
    for (const store of opened.reverse()) await store.close();
  }
}

async function changeBetween(
  source: RowStore,
  target: RowStore,
  plugins: Parameters<typeof formChange>[1],
): Promise<ChangeForm> {
  if (source.hasKubernetesForm === target.hasKubernetesForm) return (row) => row;
  return formChange(target.hasKubernetesForm ? 'etcd' : 'json', plugins);
}

function report({ digest, revision, keepsRevisions }: CopiedRows): string {
  const kept = `revisions are kept: the target goes on behind ${revision}`;
  const lost = 'etcd gives revisions of its own: resourceVersions differ from those before, and clients list again';
  return `${digest}, the same in both stores\n${keepsRevisions ? kept : lost}\n`;
}
