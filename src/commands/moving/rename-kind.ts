import { declarationOf } from '../../plugin-api/built-in.js';
import { isStorageError, rewriteStore } from '../../storage/index.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readFlags } from '../read-files.js';
import { type NamedResource, RenamedObjects } from './renamed-objects.js';
import { storeDirectory } from './store-locations.js';

/**
 * Runs `binnacle store rename-kind`: moves the stored objects of one resource to another, in one transaction of the embedded store.
 * Without `--write` everything is tried and nothing is written.
 */
export async function renameKind(words: readonly string[], host: CommandHost): Promise<number> {
  const flags = readFlags(words, { values: ['data-dir', 'from', 'to', 'kind'], switches: ['write'] });
  const [from, to] = [resourceIn('from', flags.from), resourceIn('to', flags.to)];
  if (prefixOf(from) === prefixOf(to)) throw new CommandError('--from and --to are the same');
  await refuseBuiltIn(host, [from, to]);
  const isTrial = flags.write !== true;
  const objects = new RenamedObjects({ from, to, kind: kindIn(flags.kind) });
  try {
    const { moved, former, changed } = await rewriteStore({
      directory: storeDirectory(String(flags['data-dir'] ?? './data')),
      from: prefixOf(from),
      to: prefixOf(to),
      moved: objects.moved,
      kept: objects.kept,
      isTrial,
    });
    if (moved + former === 0) throw new CommandError(`the store has no objects of ${nameOf(from)}`);
    host.out.write(
      [
        `${nameOf(from)} to ${nameOf(to)}: ${moved} objects, with ${former} former states`,
        `${changed} objects of other resources refer to them as their owners`,
        ...(objects.encrypted > 0 ? [`${objects.encrypted} encrypted values were not searched for owners`] : []),
        isTrial ? 'nothing was written: --write does it' : 'written',
        '',
      ].join('\n'),
    );
    return EXIT.done;
  } catch (error) {
    throw isStorageError(error) ? new CommandError(error.message) : error;
  }
}

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const LONGEST_GROUP = 253;

function resourceIn(flag: string, value: string | boolean | undefined): NamedResource {
  const [plural, ...labels] = String(value ?? '').split('.');
  const group = labels.join('.');
  if (group.length > LONGEST_GROUP || labels.length === 0 || ![plural, ...labels].every((label) => NAME.test(label)))
    throw new CommandError(`--${flag}: PLURAL.GROUP is needed, such as berths.harbor.example.com`);
  return { plural, group };
}

function kindIn(value: string | boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(String(value))) throw new CommandError('--kind: is not the name of a kind');
  return String(value);
}

/** The keys of built-in resources do not follow from their names, and neither resource can take the other's place. */
async function refuseBuiltIn(host: CommandHost, resources: readonly NamedResource[]): Promise<void> {
  const builtIn = new Set(((await host.ownPlugins?.()) ?? []).map((plugin) => declarationOf(plugin)?.group));
  const found = resources.find(({ group }) => builtIn.has(group));
  if (found) throw new CommandError(`${nameOf(found)}: the group is one of the server`);
}

function prefixOf({ group, plural }: NamedResource): string {
  return `/registry/${group}/${plural}/`;
}

function nameOf({ plural, group }: NamedResource): string {
  return `${plural}.${group}`;
}
