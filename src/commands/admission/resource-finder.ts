import { CommandError } from '../output.js';
import type { ApiClient } from '../api-client.js';
import type { ManifestObject } from './manifest.js';

interface DiscoveredResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** The collection that an object belongs to. */
export interface Collection {
  readonly path: string;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
}

/** Finds where objects belong on a server, by its discovery documents. */
export class ResourceFinder {
  private readonly known = new Map<string, Promise<readonly DiscoveredResource[]>>();

  /** Objects that name no namespace belong to `namespace`, if their kind has namespaces. */
  constructor(
    private readonly client: ApiClient,
    private readonly namespace: string,
  ) {}

  /** Returns the collection of an object; undefined where the server does not serve its kind. */
  async find({ apiVersion, kind, metadata }: ManifestObject): Promise<Collection | undefined> {
    const resources = await this.resourcesOf(apiVersion);
    const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'));
    if (!resource) {
      // It may be served by now, as where it was just defined.
      this.known.delete(apiVersion);
      return undefined;
    }
    const namespace = resource.namespaced ? (metadata.namespace ?? this.namespace) : '';
    const below = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return { path: `${rootOf(apiVersion)}${below}/${resource.name}`, namespace };
  }

  private resourcesOf(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    let resources = this.known.get(apiVersion);
    if (!resources) this.known.set(apiVersion, (resources = this.discover(apiVersion)));
    return resources;
  }

  private async discover(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const { status, body } = await this.client.send({ method: 'GET', path: rootOf(apiVersion) });
    if (status === 404) return [];
    if (status !== 200) throw new CommandError(`discovery of ${apiVersion} failed: ${String(body.message ?? status)}`);
    return (body.resources ?? []) as readonly DiscoveredResource[];
  }
}

function rootOf(apiVersion: string): string {
  const path = apiVersion.split('/').map(encodeURIComponent).join('/');
  return apiVersion.includes('/') ? `/apis/${path}` : `/api/${path}`;
}
