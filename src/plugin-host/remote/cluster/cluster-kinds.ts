import type { OnApplicationShutdown } from '@nestjs/common';
import type { GroupResource } from '../../../apimachinery/index.js';
import { resourceKindOf } from '../../../client/index.js';
import type { Clock, Logger } from '../../../observability/index.js';
import { ApiServerClient, type ConnectionSource, type OutboundMetrics } from '../../../outbound/index.js';
import type { ApiGroupDeclaration, ClusterKind } from '../../../plugin-api/built-in.js';
import { type KindDefinition, ResolvedKind } from '../../../registry/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import { kindOf } from '../discovered-kinds.js';
import { ClusterDiscovery } from './cluster-discovery.js';
import { RemoteStore } from '../remote-store.js';

/** The dependencies of the kinds of a cluster. */
export interface ClusterKindsParts {
  /** Undefined for a server that is no extension server: it has all kinds itself. */
  readonly source: ConnectionSource | undefined;
  readonly catalogue: Pick<Catalogue, 'addStore' | 'removeStore' | 'answerUnknownKinds'>;
  readonly metrics: OutboundMetrics;
  /** Reports whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The kinds of the cluster that this extension server reads: their stores are found as those of its own kinds are, and
 * none of them is served.
 */
export class ClusterKinds implements OnApplicationShutdown {
  private readonly client: ApiServerClient | undefined;
  private readonly discovery: ClusterDiscovery | undefined;
  private readonly opened = new Map<string, OpenedKind>();
  private readonly found = new Map<string, RemoteStore>();

  constructor(private readonly parts: ClusterKindsParts) {
    const { source, catalogue, clock, logger, metrics } = parts;
    if (!source) return;
    this.client = new ApiServerClient(source, { clock, metrics });
    this.discovery = new ClusterDiscovery({ client: this.client, clock, logger });
    catalogue.answerUnknownKinds((apiVersion, kind) => this.discover(apiVersion, kind));
  }

  /** True if the objects of all kinds have been read once. */
  get isSynced(): boolean {
    return [...this.opened.values()].every(({ store }) => store?.isSynced);
  }

  /** Resolves when they have. */
  async synced(): Promise<void> {
    await this.discovered();
    for (const { store } of this.opened.values()) await store?.synced();
  }

  /** Resolves when discovery has described the kinds that are declared by their resources alone: from then on they have stores. */
  async discovered(): Promise<void> {
    for (const { found } of this.opened.values()) await found;
  }

  /** Reports whether a resource of the cluster is declared; true in a server that is no extension server. */
  isDeclared({ group, resource }: GroupResource): boolean {
    return !this.client || this.opened.has(keyOf({ group, resource }));
  }

  /** Starts to follow the objects of a kind, unless its feature is off; the result ends that. Several may want a kind. */
  open(declared: DeclaredClusterKind): () => void {
    const { featureGate } = declared as Partial<ClusterKind>;
    if (!this.client || (featureGate !== undefined && !this.parts.isEnabled(featureGate))) return () => {};
    const key = keyOf(namesOf(declared));
    const opened = this.opened.get(key) ?? this.begin(key, declared);
    opened.users++;
    return () => {
      if (--opened.users === 0) this.end(key, opened);
    };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const opened of this.opened.values()) {
      opened.ending.abort();
      opened.store?.close();
    }
    for (const store of this.found.values()) store.close();
    await this.client?.close();
  }

  private begin(key: string, declared: DeclaredClusterKind): OpenedKind {
    const opened: OpenedKind = { store: undefined, users: 0, ending: new AbortController(), found: undefined };
    this.opened.set(key, opened);
    const kind = resolvedKindOf(declared);
    if (kind) this.follow(opened, kind);
    opened.found = kind ? Promise.resolve(opened.store) : this.find(opened, namesOf(declared));
    return opened;
  }

  /** Follows the objects of a resource once discovery has it; undefined where that is given up before. */
  private async find(opened: OpenedKind, resource: GroupResource): Promise<RemoteStore | undefined> {
    const kind = await this.discovery!.resourceOf(resource, opened.ending.signal);
    return kind && this.follow(opened, kind);
  }

  private follow(opened: OpenedKind, kind: ResolvedKind): RemoteStore {
    const store = this.storeOf(kind);
    opened.store = store;
    this.parts.catalogue.addStore(store);
    store.start();
    return store;
  }

  private end(key: string, { store, ending }: OpenedKind): void {
    this.opened.delete(key);
    ending.abort();
    if (!store) return;
    this.parts.catalogue.removeStore(store);
    store.close();
  }

  /** The store of a kind that the cluster serves, by its discovery; undefined where it does not. */
  private async discover(apiVersion: string, kind: string): Promise<RemoteStore | undefined> {
    const key = `${apiVersion} ${kind}`;
    const known = this.found.get(key);
    if (known) return known;
    const described = await this.discovery!.kindOf(apiVersion, kind);
    if (!described) return undefined;
    const store = this.found.get(key) ?? this.storeOf(described);
    this.found.set(key, store);
    return store;
  }

  private storeOf(kind: ResolvedKind): RemoteStore {
    const { clock, logger } = this.parts;
    return new RemoteStore(kind, { client: this.client!, clock, logger });
  }
}

/** A kind of the cluster as plugins declare it. */
export type DeclaredClusterKind = NonNullable<ApiGroupDeclaration['clusterKinds']>[number];

interface OpenedKind {
  store: RemoteStore | undefined;
  users: number;
  readonly ending: AbortController;
  found: Promise<RemoteStore | undefined> | undefined;
}

/** The kind of a declaration; undefined where discovery has to describe it. */
function resolvedKindOf(declared: DeclaredClusterKind): ResolvedKind | undefined {
  if ('definition' in declared)
    return new ResolvedKind(declared.group, declared.definition as unknown as KindDefinition);
  const { group, resource, version, kind, scope } =
    typeof declared === 'function' ? resourceKindOf(declared) : declared;
  if (version === undefined || kind === undefined || scope === undefined) return undefined;
  return kindOf(group, { name: resource, kind, namespaced: scope === 'Namespaced' }, [version]);
}

/** Returns the resource that a declaration names. Throws TypeError for a class of no plugin. */
export function namesOf(declared: DeclaredClusterKind): GroupResource {
  if ('definition' in declared) return { group: declared.group, resource: declared.definition.plural };
  return typeof declared === 'function' ? resourceKindOf(declared) : declared;
}

function keyOf({ group, resource }: GroupResource): string {
  return `${group}/${resource}`;
}
