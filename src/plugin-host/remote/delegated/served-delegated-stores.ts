import {
  type ApiService,
  type ApiServices,
  type ExtensionServers,
  type ExtensionServerSources,
} from '../../../aggregation/index.js';
import { compareVersionPriority } from '../../../apimachinery/index.js';
import type { Clock, Logger, Timer } from '../../../observability/index.js';
import { ApiServerClient, type OutboundMetrics } from '../../../outbound/index.js';
import { DelegatedStores, type DelegatedStoresListener } from '../../../plugin-api/built-in.js';
import type { Stop } from '../../../registry/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import { DelegatedStore } from './delegated-store.js';
import { type DiscoveredResource, isCollectable, kindOf, versionPath } from '../discovered-kinds.js';

/** The dependencies of delegated stores. */
export interface DelegatedStoresParts {
  readonly services: ApiServices;
  readonly servers: Pick<ExtensionServers, 'send'>;
  readonly sources: ExtensionServerSources;
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly metrics: OutboundMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A store that is followed, and how its requests go. */
interface Opened {
  readonly store: DelegatedStore;
  readonly client: ApiServerClient;
  /** The API service it is reached by, and the versions it was found in; another one opens it again. */
  readonly form: string;
}

/** A resource with the API services that serve it, the better version first. */
interface Found {
  readonly resource: DiscoveredResource;
  readonly services: ApiService[];
}

/** The user of the collector (upstream: its service account). */
const USER = {
  name: 'system:serviceaccount:kube-system:generic-garbage-collector',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
};
/** How often servers are asked what they serve, in milliseconds, besides when their API services change. */
const PERIOD = 30_000;
const TIMEOUT = 30_000;
/** Finds what extension servers serve by their discovery, and has a store for each kind whose objects can be collected. */
export class ServedDelegatedStores extends DelegatedStores {
  private readonly opened = new Map<string, Opened>();
  private listener: DelegatedStoresListener = () => {};
  private running: Promise<void> = Promise.resolve();
  private isFollowed = false;

  constructor(private readonly parts: DelegatedStoresParts) {
    super();
  }

  override all(): readonly DelegatedStore[] {
    return [...this.opened.values()].map(({ store }) => store);
  }

  override find(group: string, resource: string): DelegatedStore | undefined {
    return this.opened.get(`${group}/${resource}`)?.store;
  }

  override follow(listener: DelegatedStoresListener): Stop {
    this.listener = listener;
    this.isFollowed = true;
    const refresh = (): void => void (this.running = this.running.then(() => this.tryRefresh()));
    const stopListening = this.parts.services.onChange(refresh);
    const timer: Timer = this.parts.clock.repeat(PERIOD, refresh);
    refresh();
    return () => {
      this.isFollowed = false;
      this.listener = () => {};
      stopListening();
      timer.cancel();
      for (const key of [...this.opened.keys()]) this.close(key);
    };
  }

  private async tryRefresh(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      this.parts.logger.error('the kinds of extension servers could not be found', { error });
    }
  }

  private async refresh(): Promise<void> {
    if (!this.isFollowed) return;
    const { found, silent } = await this.discover();
    if (!this.isFollowed) return;
    // The objects of a server that did not answer may still be there.
    const isGone = (key: string): boolean => !found.has(key) && !silent.has(key.slice(0, key.lastIndexOf('/')));
    for (const key of [...this.opened.keys()]) if (isGone(key)) this.close(key);
    for (const [key, each] of found) this.open(key, each);
  }

  /** The resources of all servers, by group and resource, and the groups of those that did not answer. */
  private async discover(): Promise<{ found: Map<string, Found>; silent: Set<string> }> {
    const delegated = [...this.parts.services.all()].filter(({ server }) => server !== undefined);
    delegated.sort((a, b) => compareVersionPriority(a.version, b.version));
    const answers = await Promise.all(delegated.map((service) => this.resourcesOf(service)));
    const found = new Map<string, Found>();
    const silent = new Set<string>();
    for (const [i, service] of delegated.entries()) {
      const resources = answers[i];
      if (!resources) silent.add(service.group);
      else for (const resource of resources.filter(isCollectable)) this.add(found, service, resource);
    }
    return { found, silent };
  }

  /** A resource that this server has itself in another version is collected here. */
  private add(found: Map<string, Found>, service: ApiService, resource: DiscoveredResource): void {
    if (this.parts.catalogue.find(service.group, resource.name)) return;
    const key = `${service.group}/${resource.name}`;
    const known = found.get(key);
    if (known) known.services.push(service);
    else found.set(key, { resource, services: [service] });
  }

  private async resourcesOf({
    group,
    version,
    server,
  }: ApiService): Promise<readonly DiscoveredResource[] | undefined> {
    if (!server!.isAvailable) return undefined;
    try {
      const path = versionPath(group, version);
      const { status, body } = await this.parts.servers.send(server!, { path, user: USER, timeout: TIMEOUT });
      if (status !== 200) return undefined;
      const { resources } = JSON.parse(body.toString('utf8')) as { resources?: readonly DiscoveredResource[] | null };
      return resources ?? [];
    } catch {
      return undefined;
    }
  }

  private open(key: string, { resource, services }: Found): void {
    const versions = services.map(({ version }) => version);
    const form = JSON.stringify([resource.kind, resource.namespaced, versions]);
    const known = this.opened.get(key);
    if (known?.form === form) return;
    if (known) this.close(key);
    const { sources, clock, logger, metrics } = this.parts;
    const [{ name, group }] = services;
    const client = new ApiServerClient(sources.of(name, USER), {
      clock,
      metrics,
      isMetadataOnly: true,
      environment: {},
    });
    const store = new DelegatedStore(kindOf(group, resource, versions), { client, clock, logger });
    this.opened.set(key, { store, client, form });
    this.listener(store, 'added');
  }

  private close(key: string): void {
    const { store, client } = this.opened.get(key)!;
    this.opened.delete(key);
    this.listener(store, 'removed');
    store.close();
    void client.close();
  }
}
