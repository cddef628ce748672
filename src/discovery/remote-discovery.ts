import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import {
  type AggregationMetrics,
  type ApiService,
  type ApiServices,
  type DelegatedService,
  type ExtensionServer,
  type ExtensionServers,
  hasSameConnections,
} from '../aggregation/index.js';
import type { Clock, Timer } from '../observability/index.js';
import { type VersionDiscovery, readAggregated, readResourceList } from './remote-documents.js';

/** The dependencies of remote discovery. */
export interface RemoteDiscoveryParts {
  readonly services: ApiServices;
  readonly servers: Pick<ExtensionServers, 'send'>;
  readonly metrics: AggregationMetrics;
  readonly clock: Clock;
}

/** The known resources of a version; undefined where none were ever read. */
interface Known {
  readonly resources: VersionDiscovery['resources'] | undefined;
  readonly isFresh: boolean;
}

/** The interval of reading, in milliseconds. */
const PERIOD_MS = 60_000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 8 * 1024 * 1024;
const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',');

/**
 * The discovery of other servers, read when they are registered or become available, and every minute. Where that
 * fails, the last state stays, marked as stale (upstream: discoveryManager of kube-aggregator).
 */
export class RemoteDiscovery implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new Map<string, Known>();
  private readonly listeners = new Set<() => void>();
  /** Names of those that are being read; true for those that have changed meanwhile. */
  private readonly reading = new Map<string, boolean>();
  private timer: Timer | undefined;
  private stopListening = (): void => {};

  constructor(private readonly parts: RemoteDiscoveryParts) {}

  onApplicationBootstrap(): void {
    const { services, clock } = this.parts;
    this.stopListening = services.onChange(({ current, previous }) => this.follow(current, previous));
    this.timer = clock.repeat(PERIOD_MS, () => this.refreshAll());
  }

  onApplicationShutdown(): void {
    this.stopListening();
    this.timer?.cancel();
  }

  /** Returns the version of an API service in aggregated discovery. */
  describe({ name, version }: DelegatedService): object {
    const { resources, isFresh } = this.known.get(name) ?? { resources: undefined, isFresh: false };
    return { version, ...(resources?.length && { resources }), freshness: isFresh ? 'Current' : 'Stale' };
  }

  /** Calls back after every change; the answer ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private follow(current: ApiService | undefined, previous: ApiService | undefined): void {
    if (!current?.server) return void (previous && this.known.delete(previous.name));
    if (!previous?.server || hasChanged(current.server, previous.server)) void this.refresh(current.name);
  }

  private refreshAll(): void {
    for (const { name, server } of this.parts.services.all()) if (server) void this.refresh(name);
  }

  private async refresh(name: string): Promise<void> {
    if (this.reading.has(name)) return void this.reading.set(name, true);
    this.reading.set(name, false);
    const service = this.parts.services.get(name);
    if (service?.server) this.keep(name, await this.read(service, service.server));
    const isAskedAgain = this.reading.get(name);
    this.reading.delete(name);
    if (isAskedAgain) await this.refresh(name);
  }

  private keep(name: string, found: VersionDiscovery | undefined): void {
    const before = this.known.get(name);
    const after = { resources: found ? found.resources : before?.resources, isFresh: found !== undefined };
    if (!this.parts.services.get(name)?.server) return;
    this.known.set(name, after);
    this.parts.metrics.observeAggregation();
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    for (const listener of this.listeners) listener();
  }

  /** Undefined where it cannot be read. */
  private async read({ group, version }: ApiService, server: ExtensionServer): Promise<VersionDiscovery | undefined> {
    if (!server.isAvailable) return undefined;
    try {
      const all = await this.fetch(server, group === '' ? '/api' : '/apis', AGGREGATED);
      const found = all.status === 200 ? readAggregated(all, { group, version }) : undefined;
      if (found) return found;
      if (all.status === 503) return undefined;
      const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      const list = await this.fetch(server, path, 'application/json');
      return list.status === 200 ? readResourceList(list.body) : undefined;
    } catch {
      return undefined;
    }
  }

  private fetch(server: ExtensionServer, path: string, accept: string) {
    return this.parts.servers.send(server, {
      path,
      headers: { accept },
      timeout: TIMEOUT_MS,
      maxAnswerBytes: MAX_BYTES,
    });
  }
}

function hasChanged(current: ExtensionServer, previous: ExtensionServer): boolean {
  return current.isAvailable !== previous.isAvailable || !hasSameConnections(current, previous);
}
