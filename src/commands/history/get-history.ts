import { type ApiObject, type Client, isNotFound } from '../../client/index.js';
import { stringifyYaml } from '../../codecs/yaml/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { findResource } from './find-resource.js';
import { type NamedObject, type ShownChange, readChanges, readStateAt } from './history-client.js';
import { changeTable, diffText } from './history-text.js';
import { readHistoryWords, withClient } from './history-words.js';

const DEFAULT_LIMIT = 20;
/** The most that one page of the server has. */
const PAGE = 100;

/**
 * Runs `binnacle history get`: the changes of an object with when and by which field manager, their differences, or the
 * whole object as it was.
 */
export async function getHistory(words: readonly string[], { out, err }: Output): Promise<number> {
  const given = readHistoryWords(words, { values: ['at', 'limit'], switches: ['diff'] });
  const limit = limitIn(given.values.limit);
  return withClient(given.kubeconfig, async (client) => {
    const kind = await findResource(client, given.resource);
    const namespace = kind.scope === 'Cluster' ? '' : (given.namespace ?? 'default');
    const object: NamedObject = { kind, namespace, name: given.name };
    const { at } = given.values;
    if (at !== undefined) {
      out.write(stringifyYaml(await readStateAt(client, object, at)));
      return EXIT.done;
    }
    const { changes, hasMore, keptSince } = await newest(client, object, limit);
    if (given.switches.has('diff')) await writeDiffs(client, object, { changes, out });
    else out.write(changeTable(changes));
    if (hasMore) err.write('There are older changes: --limit shows more.\n');
    err.write(`History is kept from revision ${keptSince} on. WHO is the field manager; the audit log names users.\n`);
    return EXIT.done;
  });
}

function limitIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError('--limit: must be a number above 0');
  return Number(text);
}

async function newest(client: Client, object: NamedObject, limit: number) {
  const changes: ShownChange[] = [];
  for (let next: string | undefined; ;) {
    const page = await readChanges(client, object, { limit: Math.min(limit - changes.length, PAGE), next });
    changes.push(...page.items);
    next = page.metadata.continue;
    if (next === undefined || changes.length >= limit) {
      return { changes, hasMore: next !== undefined, keptSince: page.metadata.keptSince };
    }
  }
}

/** Writes the differences one by one, so that no more than two states are held. */
async function writeDiffs(
  client: Client,
  object: NamedObject,
  { changes, out }: { readonly changes: readonly ShownChange[] } & Pick<Output, 'out'>,
): Promise<void> {
  let after = await stateOf(client, object, changes[0]);
  for (const [index, change] of changes.entries()) {
    const before = await stateOf(client, object, changes[index + 1]);
    const isOldest = index === changes.length - 1;
    out.write(changeTable([change]));
    // The state before the oldest shown change is not read.
    if (!isOldest || change.type === 'create') out.write(diffText(isOldest ? undefined : before, after));
    out.write('\n');
    after = before;
  }
}

/** The state that a change left; undefined after a deletion. */
async function stateOf(
  client: Client,
  object: NamedObject,
  change: ShownChange | undefined,
): Promise<ApiObject | undefined> {
  if (!change || change.type === 'delete' || change.unreadable) return undefined;
  try {
    return await readStateAt(client, object, String(change.revision));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
