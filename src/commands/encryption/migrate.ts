import { encryptedResources } from '../../storage/index.js';
import { ApiClient } from '../api-client.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { printable } from '../printable.js';
import { readDocuments, readFlags } from '../read-files.js';
import { type WrittenResource, writableResources } from './writable-resources.js';

/** Objects that are listed, and written, at a time. */
const PAGE = 500;
const AT_ONCE = 8;
/** Failures that are named for each resource. */
const MOST_NAMED = 5;

/** The result for one resource. */
interface Outcome {
  written: number;
  readonly failures: string[];
  failed: number;
}

/** Metadata alone: the values stay at the server, and a page of large objects is small. */
const LISTED = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };
const PATCHED = {
  accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'content-type': 'application/merge-patch+json',
};
const EXPIRED = 410;

interface Metadata {
  readonly name?: string;
  readonly namespace?: string;
}

/**
 * Runs `binnacle encryption migrate`: has a server write every object of all resources that an EncryptionConfiguration names, so that all
 * are under its first provider. Ends with 1 where an object could not be written.
 */
export async function migrateEncryption(words: readonly string[], { out }: CommandHost): Promise<number> {
  const flags = readFlags(words, { values: ['config', 'kubeconfig', 'server'] });
  const kubeconfig = String(flags.kubeconfig ?? process.env.KUBECONFIG ?? '');
  if (kubeconfig === '') throw new CommandError('--kubeconfig FILE or the variable KUBECONFIG is needed');
  const isNamed = await namedBy(flags.config);
  const client = await ApiClient.open(kubeconfig, flags.server === undefined ? undefined : String(flags.server));
  try {
    const resources = (await writableResources(client)).filter(isNamed);
    if (resources.length === 0) throw new CommandError('the server has none of the resources that --config names');
    let failed = 0;
    for (const resource of resources) {
      const outcome = await rewriteAll(client, resource);
      failed += outcome.failed;
      out.write(describe(resource, outcome));
    }
    return failed > 0 ? EXIT.otherwise : EXIT.done;
  } finally {
    await client.close();
  }
}

async function namedBy(path: string | boolean | undefined): Promise<(resource: WrittenResource) => boolean> {
  if (typeof path !== 'string' || path === '') throw new CommandError('--config FILE is missing');
  const [document, ...others] = await readDocuments(path);
  if (others.length > 0) throw new CommandError(`${path}: has more than one document`);
  try {
    return encryptedResources(document);
  } catch (error) {
    throw new CommandError(`${path}: ${(error as Error).message}`);
  }
}

/** Writes the objects of a resource, page by page. A write of the same content stores an object whose encryption differs. */
async function rewriteAll(client: ApiClient, resource: WrittenResource): Promise<Outcome> {
  const outcome: Outcome = { written: 0, failures: [], failed: 0 };
  let next = '';
  do {
    const query = { limit: String(PAGE), ...(next !== '' && { continue: next }) };
    const { status, body } = await client.send({ method: 'GET', path: resource.path, query, headers: LISTED });
    const { items = [], metadata } = body as { items?: { metadata: Metadata }[]; metadata?: { continue?: string } };
    // Without the history of the list the answer has a token for the rest of it: later writes are under the new key anyway.
    const isContinued = status === EXPIRED && metadata?.continue !== undefined && metadata.continue !== next;
    if (status !== 200 && !isContinued) {
      fail(outcome, `the list: ${messageOf(body, status)}`);
      return outcome;
    }
    const rest = items.values();
    const write = async (): Promise<void> => {
      for (const item of rest) await rewrite(client, { resource, outcome, metadata: item.metadata });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, write));
    next = metadata?.continue ?? '';
  } while (next !== '');
  return outcome;
}

async function rewrite(
  client: ApiClient,
  {
    resource,
    outcome,
    metadata: { name = '', namespace },
  }: { readonly resource: WrittenResource; readonly outcome: Outcome; readonly metadata: Metadata },
): Promise<void> {
  const path = resource.objectPath(name, namespace);
  const { status, body } = await client.send({ method: 'PATCH', path, body: {}, headers: PATCHED });
  if (status === 200) outcome.written += 1;
  // An object that is gone needs no key.
  else if (status !== 404)
    fail(outcome, `${namespace === undefined ? '' : `${namespace}/`}${name}: ${messageOf(body, status)}`);
}

function fail(outcome: Outcome, why: string): void {
  outcome.failed += 1;
  if (outcome.failures.length < MOST_NAMED) outcome.failures.push(why);
}

function messageOf(body: Readonly<Record<string, unknown>>, status: number): string {
  return typeof body.message === 'string' ? body.message : `the server answers ${status}`;
}

function describe({ name }: WrittenResource, { written, failures, failed }: Outcome): string {
  const rest = failed > failures.length ? `  and ${failed - failures.length} more\n` : '';
  const head = `${name}: ${written} written${failed > 0 ? `, ${failed} failed` : ''}\n`;
  return `${head}${failures.map((why) => `  ${printable(why)}\n`).join('')}${rest}`;
}
