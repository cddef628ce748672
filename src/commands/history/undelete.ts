import type { Client } from '../../client/index.js';
import { stringifyYaml } from '../../codecs/yaml/index.js';
import { EXIT, FailedCommand, type Output } from '../output.js';
import { type FoundResource, findResource } from './find-resource.js';
import { withoutFormerLife } from './former-object.js';
import { type NamedObject, readChanges, readStateAt } from './history-client.js';
import { type HistoryWords, readHistoryWords, withClient } from './history-words.js';
import { livingOwners } from './living-owners.js';

const FIELD_MANAGER = 'binnacle-undelete';

/**
 * Runs `binnacle undelete`: creates an object again from the last state before its deletion. It is an ordinary request, to
 * which authorization, admission and validation apply.
 */
export async function undelete(words: readonly string[], output: Output): Promise<number> {
  const given = readHistoryWords(words, { values: [], switches: ['dry-run'] });
  return withClient(given.kubeconfig, async (client) => {
    const kind = await findResource(client, given.resource);
    return createAgain(client, { given, kind, output });
  });
}

async function createAgain(
  client: Client,
  { given, kind, output: { out, err } }: { given: HistoryWords; kind: FoundResource; output: Output },
): Promise<number> {
  const namespace = kind.scope === 'Cluster' ? '' : (given.namespace ?? 'default');
  const object: NamedObject = { kind, namespace, name: given.name };
  const { items } = await readChanges(client, object, { limit: 1 });
  const shown = `${kind.resource}/${given.name}`;
  if (items.length > 0 && items[0].type !== 'delete') throw new FailedCommand(`${shown} is there: it was not deleted`);
  const former = withoutFormerLife(await readStateAt(client, object, 'deleted'), kind);
  const { owners, remarks } = await livingOwners(client, former);
  for (const remark of remarks) err.write(`${shown}: ${remark}\n`);
  const { ownerReferences: _owners, ...metadata } = former.metadata;
  const next = { ...former, metadata: { ...metadata, ...(owners.length > 0 && { ownerReferences: [...owners] }) } };
  const dryRun = given.switches.has('dry-run');
  const made = await client.of(kind).namespace(namespace).create(next, { dryRun, fieldManager: FIELD_MANAGER });
  out.write(dryRun ? stringifyYaml(made) : `${shown} created again\n`);
  return EXIT.done;
}
