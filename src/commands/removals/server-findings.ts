import type { ApiClient } from '../api-client.js';
import { CommandError } from '../output.js';
import type { Finding, Findings } from './finding.js';
import type { Question } from './manifest-findings.js';
import { isRelease, minorOf } from './target-release.js';

const METRIC = 'apiserver_requested_deprecated_apis';
const LABELS = ['group', 'version', 'resource', 'subresource', 'removed_release'];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Only the metadata of objects is read. */
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PAGE_SIZE = '250';

interface StoredObject {
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields?: readonly {
      readonly manager?: string;
      readonly apiVersion?: string;
      readonly time?: string;
    }[];
  };
}

interface ListedResource {
  /** The path of the collection, for all namespaces. */
  readonly path: string;
  readonly kind: string;
}

/** Finds removed versions that a running server was asked for since its start, and that stored objects were written in. */
export async function findOnServer(client: ApiClient, source: string, question: Question): Promise<Findings> {
  const unread: string[] = [];
  const findings = await findInMetric(client, source, question);
  for (const { path, kind } of await listedResources(client, unread)) {
    try {
      for await (const object of objectsAt(client, path))
        findings.push(...findInObject(object, { kind, source, question }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      unread.push(error.message);
    }
  }
  return { findings, unread };
}

async function findInMetric(client: ApiClient, source: string, { table, release }: Question): Promise<Finding[]> {
  const text = await textAt(client, '/metrics');
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(`${METRIC}{`)) return [];
    const [group, version, resource, subresource, removed] = LABELS.map((name) => labelOf(line, name));
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const known = table.ofResource(apiVersion, resource, release);
    const isRemoved = isRelease(removed) && minorOf(removed) <= minorOf(release);
    if (!known && !isRemoved) return [];
    const object = subresource ? `${resource}/${subresource}` : '';
    return [
      {
        ...(known ?? { apiVersion, kind: resource, resource, removed }),
        source: `${source}: ${METRIC}`,
        object,
        by: '',
      },
    ];
  });
}

/** The value of a label of a line of metrics; empty if there is none. None of these has quotes in it. */
function labelOf(line: string, name: string): string {
  const at = Math.max(line.indexOf(`{${name}="`), line.indexOf(`,${name}="`));
  const start = at + name.length + 3;
  return at < 0 ? '' : line.slice(start, line.indexOf('"', start));
}

/** Every resource that can be listed, in the preferred version of its group. */
async function listedResources(client: ApiClient, unread: string[]): Promise<ListedResource[]> {
  const { groups = [] } = await bodyAt<{ groups?: { preferredVersion: { groupVersion: string } }[] }>(client, '/apis');
  const roots = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const listed: ListedResource[] = [];
  for (const root of roots) {
    try {
      const { resources = [] } = await bodyAt<{ resources?: { name: string; kind: string; verbs: string[] }[] }>(
        client,
        root,
      );
      for (const { name, kind, verbs } of resources)
        if (verbs.includes('list')) listed.push({ path: `${root}/${name}`, kind });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      unread.push(error.message);
    }
  }
  return listed;
}

async function* objectsAt(client: ApiClient, path: string): AsyncGenerator<StoredObject> {
  let next = '';
  do {
    const query = { limit: PAGE_SIZE, ...(next !== '' && { continue: next }) };
    const page = await bodyAt<{ items?: StoredObject[]; metadata?: { continue?: string } }>(client, path, query);
    yield* page.items ?? [];
    next = page.metadata?.continue ?? '';
  } while (next !== '');
}

interface ObjectPlace {
  readonly kind: string;
  readonly source: string;
  readonly question: Question;
}

function findInObject(
  { metadata }: StoredObject,
  { kind, source, question: { table, release } }: ObjectPlace,
): Finding[] {
  const object = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : (metadata.name ?? '');
  const managed = (metadata.managedFields ?? []).flatMap(({ manager = '', apiVersion = '', time }) => {
    const removal = table.ofKind(apiVersion, kind, release);
    return removal ? [{ ...removal, source: `${source}: managedFields`, object, by: manager, last: time }] : [];
  });
  const applied = appliedType(metadata.annotations?.[LAST_APPLIED]);
  const removal = applied && table.ofKind(applied.apiVersion, applied.kind, release);
  return removal
    ? [...managed, { ...removal, source: `${source}: last-applied`, object, by: 'kubectl apply' }]
    : managed;
}

function appliedType(text: string | undefined): { apiVersion: string; kind: string } | undefined {
  if (text === undefined) return undefined;
  try {
    const { apiVersion, kind } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof apiVersion === 'string' && typeof kind === 'string' ? { apiVersion, kind } : undefined;
  } catch {
    return undefined;
  }
}

async function textAt(client: ApiClient, path: string): Promise<string> {
  const { status, text, body } = await client.send({ method: 'GET', path, headers: { accept: 'text/plain' } });
  if (status !== 200) throw new CommandError(`${path}: ${String(body.message ?? status)}`);
  return text;
}

async function bodyAt<T>(client: ApiClient, path: string, query?: Readonly<Record<string, string>>): Promise<T> {
  const headers = query && { accept: METADATA };
  const { status, body } = await client.send({ method: 'GET', path, query, headers });
  if (status !== 200) throw new CommandError(`${path}: ${String(body.message ?? status)}`);
  return body as T;
}
