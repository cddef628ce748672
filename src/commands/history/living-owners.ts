import { type ApiObject, type Client, StatusError, isNotFound } from '../../client/index.js';
import { type FoundResource, resourcesOf } from './find-resource.js';

type OwnerReference = NonNullable<ApiObject['metadata']['ownerReferences']>[number];

/** The owners that an object that is created again has, and what is to be said of the others. */
export interface LivingOwners {
  readonly owners: readonly OwnerReference[];
  readonly remarks: readonly string[];
}

/**
 * Finds out which owners are still there. References to others are left out: the garbage collector would delete the object
 * again at once. An owner that the caller may not read stays.
 */
export async function livingOwners(client: Client, object: ApiObject): Promise<LivingOwners> {
  const references = object.metadata.ownerReferences ?? [];
  if (references.length === 0) return { owners: [], remarks: [] };
  const resources = await resourcesOf(client);
  const owners: OwnerReference[] = [];
  const remarks: string[] = [];
  for (const owner of references) {
    const fault = await faultOf(client, owner, { resources, namespace: object.metadata.namespace ?? '' });
    if (fault !== 'gone') owners.push(owner);
    if (fault === 'gone') remarks.push(`its owner ${owner.kind} ${owner.name} is gone: the reference is left out`);
    if (fault === 'unknown') remarks.push(`its owner ${owner.kind} ${owner.name} cannot be read: the reference stays`);
  }
  return { owners, remarks };
}

async function faultOf(
  client: Client,
  { apiVersion, kind, name, uid }: OwnerReference,
  { resources, namespace }: { readonly resources: readonly FoundResource[]; readonly namespace: string },
): Promise<'gone' | 'unknown' | undefined> {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const found = resources.find((each) => each.group === group && each.version === version && each.kind === kind);
  if (!found) return 'unknown';
  try {
    const owner = await client
      .of(found)
      .namespace(found.scope === 'Cluster' ? '' : namespace)
      .get(name);
    return owner.metadata.uid === uid ? undefined : 'gone';
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    if (error instanceof StatusError) return 'unknown';
    throw error;
  }
}
