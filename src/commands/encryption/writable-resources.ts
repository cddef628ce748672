import type { ApiClient } from '../api-client.js';
import { CommandError } from '../output.js';

/** A resource of a server whose objects can be listed and written. */
export interface WrittenResource {
  readonly group: string;
  readonly resource: string;
  /** `secrets`, `deployments.apps`. */
  readonly name: string;
  /** The path of the collection, in all namespaces. */
  readonly path: string;
  objectPath(name: string, namespace: string | undefined): string;
}

interface Discovered {
  readonly name: string;
  readonly verbs: readonly string[];
}

interface GroupVersion {
  readonly group: string;
  readonly root: string;
}

/** Returns the resources of a server, each in the preferred version of its group. Throws CommandError. */
export async function writableResources(client: ApiClient): Promise<WrittenResource[]> {
  const { groups = [] } = (await read(client, '/apis')) as {
    groups?: { name: string; preferredVersion: { groupVersion: string } }[];
  };
  const versions: GroupVersion[] = [
    { group: '', root: '/api/v1' },
    ...groups.map(({ name, preferredVersion }) => ({ group: name, root: `/apis/${preferredVersion.groupVersion}` })),
  ];
  const found: WrittenResource[] = [];
  for (const version of versions) {
    const { resources = [] } = (await read(client, version.root, UNAVAILABLE)) as { resources?: Discovered[] };
    const writable = resources.filter(({ name, verbs }) => !name.includes('/') && canWrite(verbs));
    found.push(...writable.map(({ name }) => resourceOf(version, name)));
  }
  return found;
}

function canWrite(verbs: readonly string[]): boolean {
  return verbs.includes('list') && verbs.includes('patch');
}

function resourceOf({ group, root }: GroupVersion, resource: string): WrittenResource {
  return {
    group,
    resource,
    name: group === '' ? resource : `${resource}.${group}`,
    path: `${root}/${resource}`,
    objectPath: (name, namespace) => {
      const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
      return `${root}${place}/${resource}/${encodeURIComponent(name)}`;
    },
  };
}

/** The answer for a group of another server that is away: its objects are not in the store of this one. */
const UNAVAILABLE = 503;

async function read(client: ApiClient, path: string, passedOver?: number): Promise<object> {
  const { status, body } = await client.send({ method: 'GET', path });
  if (status === passedOver) return {};
  if (status !== 200) throw new CommandError(`GET ${path}: the server answers ${status}`);
  return body;
}
