import type { OnApplicationShutdown } from '@nestjs/common';
import { parseApiVersion } from '../../apimachinery/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import { ApiServerClient, type ConnectionSource, type OutboundMetrics } from '../../outbound/index.js';
import type { ClusterKind } from '../../plugin-api/index.js';
import { type KindDefinition, ResolvedKind } from '../../registry/index.js';
import type { Catalogue } from '../catalogue.js';
import { type DiscoveredResource, kindOf, versionPath } from '../delegated/discovered-kinds.js';
import { RemoteStore } from './remote-store.js';

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

/** A resource list of discovery. */
interface ResourceList {
  readonly resources?: readonly DiscoveredResource[];
}

/**
 * The kinds of the cluster that this extension server reads: their stores are found as those of its own kinds are, and
 * none of them is served.
 */
export class ClusterKinds implements OnApplicationShutdown {
  private readonly client: ApiServerClient | undefined;
  private readonly opened = new Map<string, { readonly store: RemoteStore; users: number }>();
  private readonly found = new Map<string, RemoteStore>();

  constructor(private readonly parts: ClusterKindsParts) {
    const { source, catalogue, clock, metrics } = parts;
    if (!source) return;
    this.client = new ApiServerClient(source, { clock, metrics });
    catalogue.answerUnknownKinds((apiVersion, kind) => this.discover(apiVersion, kind));
  }

  /** True if the objects of all kinds have been read once. */
  get isSynced(): boolean {
    return [...this.opened.values()].every(({ store }) => store.isSynced);
  }

  /** Resolves when they have. */
  async synced(): Promise<void> {
    await Promise.all([...this.opened.values()].map(({ store }) => store.synced()));
  }

  /** Begins to follow the objects of a kind, unless its feature is off; the result ends that. Several may want a kind. */
  open({ group, definition, featureGate }: ClusterKind): () => void {
    if (!this.client || (featureGate !== undefined && !this.parts.isEnabled(featureGate))) return () => {};
    const kind = new ResolvedKind(group, definition as unknown as KindDefinition);
    const key = `${group}/${kind.groupResource.resource}`;
    const opened = this.opened.get(key) ?? this.begin(key, kind);
    opened.users++;
    return () => {
      if (--opened.users === 0) this.end(key, opened.store);
    };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { store } of this.opened.values()) store.close();
    for (const store of this.found.values()) store.close();
    await this.client?.close();
  }

  private begin(key: string, kind: ResolvedKind): { readonly store: RemoteStore; users: number } {
    const opened = { store: this.storeOf(kind), users: 0 };
    this.opened.set(key, opened);
    this.parts.catalogue.addStore(opened.store);
    opened.store.start();
    return opened;
  }

  private end(key: string, store: RemoteStore): void {
    this.opened.delete(key);
    this.parts.catalogue.removeStore(store);
    store.close();
  }

  /** The store of a kind that the cluster serves, by its discovery; undefined where it does not. */
  private async discover(apiVersion: string, kind: string): Promise<RemoteStore | undefined> {
    const key = `${apiVersion} ${kind}`;
    const known = this.found.get(key);
    if (known) return known;
    const { group, version } = parseApiVersion(apiVersion) ?? {};
    if (group === undefined || version === undefined) return undefined;
    const list = await this.client!.get<ResourceList>(versionPath(group, version));
    const resource = list?.resources?.find((each) => each.kind === kind && !each.name.includes('/'));
    if (!resource) return undefined;
    const store = this.found.get(key) ?? this.storeOf(kindOf(group, resource, [version]));
    this.found.set(key, store);
    return store;
  }

  private storeOf(kind: ResolvedKind): RemoteStore {
    const { clock, logger } = this.parts;
    return new RemoteStore(kind, { client: this.client!, clock, logger });
  }
}
