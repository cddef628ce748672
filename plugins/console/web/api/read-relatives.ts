import type { GraphNode } from '../model/graph.js';
import type { Api } from './api.js';
import { type Group, type Resource, apiVersionOf, pathOf } from './discovery.js';
import type { ApiObject } from './objects.js';
import { readMost } from './read-all.js';

/** An object of a graph, with what leads to its page. */
export interface Relative extends GraphNode {
  readonly resource: Resource;
  readonly namespace: string;
  /** The whole object, of kinds that name or select others. */
  readonly object?: ApiObject;
}

/** The objects that were found, and the collections that could not be read. */
export interface Relatives {
  readonly nodes: readonly Relative[];
  readonly unread: readonly string[];
}

const PARTIAL = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
/** Collections that are read at a time: the rest of the console continues. */
const AT_A_TIME = 6;
/** Kinds that are many, and own nothing. */
const LEFT_OUT = new Set(['events', 'componentstatuses', 'leases']);

/** The kinds whose fields name or select other objects: they are read as a whole. */
const NAMING = new Set([
  ...['pods.', 'services.', 'persistentvolumeclaims.', 'persistentvolumes.', 'serviceaccounts.'],
  ...['deployments.apps', 'replicasets.apps', 'statefulsets.apps', 'daemonsets.apps', 'jobs.batch', 'cronjobs.batch'],
  ...['poddisruptionbudgets.policy', 'horizontalpodautoscalers.autoscaling', 'endpointslices.discovery.k8s.io'],
  ...['networkpolicies.networking.k8s.io', 'ingresses.networking.k8s.io'],
  ...['rolebindings.rbac.authorization.k8s.io', 'clusterrolebindings.rbac.authorization.k8s.io'],
]);

/** Reads the metadata of all objects that may own an object or belong to it: of its namespace, and of the cluster. */
export async function readRelatives(
  { api, groups, signal }: { readonly api: Api; readonly groups: readonly Group[]; readonly signal: AbortSignal },
  namespace: string,
): Promise<Relatives> {
  const wanted = groups
    .flatMap(({ resources }) => resources)
    .filter(({ verbs, resource }) => verbs.has('list') && !LEFT_OUT.has(resource));
  const nodes: Relative[] = [];
  const unread: string[] = [];
  const queue = [...wanted];
  const work = async (): Promise<void> => {
    for (let resource = queue.shift(); resource; resource = queue.shift()) {
      try {
        const path = pathOf(resource, resource.isNamespaced ? namespace : '');
        const isWhole = NAMING.has(`${resource.resource}.${resource.group}`);
        const accept = isWhole ? undefined : PARTIAL;
        const { items, isCut } = await readMost(api, { path, accept, signal });
        if (isCut) unread.push(`${resource.resource} after the first ${items.length}`);
        for (const item of items) nodes.push({ ...relativeOf(resource, item), ...(isWhole && { object: item }) });
      } catch {
        unread.push(resource.resource);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { nodes, unread };
}

/** Returns an object as part of a graph. */
export function relativeOf(resource: Resource, { metadata }: ApiObject): Relative {
  const { uid, name, namespace = '', ownerReferences = [] } = metadata;
  const owners = ownerReferences.map((owner) => owner.uid);
  return {
    id: uid ?? `${apiVersionOf(resource)}/${name}`,
    label: name,
    kind: resource.kind,
    owners,
    resource,
    namespace,
  };
}
