import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import {
  type ApiService,
  type ApiServices,
  type ExtensionServer,
  type ExtensionServers,
  hasSameConnections,
} from '../../aggregation/index.js';
import type { Clock, Logger, Timer } from '../../observability/index.js';
import { groupVersionPath } from '../operation.js';
import { type SwaggerPart, readSwaggerPart } from './swagger-part.js';

/** The dependencies of remote documents. */
export interface RemoteOpenApiParts {
  readonly services: ApiServices;
  readonly servers: Pick<ExtensionServers, 'send'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The documents of one API service; members are undefined where its server has none. */
interface Known {
  readonly part?: SwaggerPart;
  /** The ETag of the document that the part is from, and the hash of its bytes. */
  readonly etag?: string;
  readonly hash?: string;
  /** The URL of its OpenAPI 3.0 document, with a hash. */
  readonly url?: string;
}

/** The interval of reading, in milliseconds. */
const PERIOD_MS = 60_000;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const NOTHING: Known = {};

/**
 * The OpenAPI documents of other servers, read in the background when these become available, and every minute. Nothing
 * waits for a server: its last state stays while it is slow, fails or is moved to another address (upstream: the OpenAPI
 * controllers of kube-aggregator).
 */
export class RemoteOpenApi implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new Map<string, Known>();
  private readonly reading = new Set<string>();
  private readonly listeners = new Set<(service: ApiService) => void>();
  private timer: Timer | undefined;
  private stopListening = (): void => {};

  constructor(private readonly parts: RemoteOpenApiParts) {}

  onApplicationBootstrap(): void {
    const { services, clock } = this.parts;
    this.stopListening = services.onChange(({ current, previous }) => this.follow(current, previous));
    this.timer = clock.repeat(PERIOD_MS, () => {
      for (const { name } of services.all()) void this.refresh(name);
    });
  }

  onApplicationShutdown(): void {
    this.stopListening();
    this.timer?.cancel();
  }

  /** Reports whether another server serves a group version. */
  delegates({ group, version }: Pick<ApiService, 'group' | 'version'>): boolean {
    return this.parts.services.delegatedTo(group, version) !== undefined;
  }

  /** Returns the parts of the Swagger 2.0 documents. */
  swaggerParts(): SwaggerPart[] {
    return this.each(({ part }) => part);
  }

  /** Returns the URLs of the OpenAPI 3.0 documents, by their paths in the index. */
  indexEntries(): (readonly [string, string])[] {
    return this.each(({ url }, service) => url && ([pathOf(service).slice(1), url] as const));
  }

  /** Calls back when the documents of an API service change, or who serves it; the answer ends that. */
  onChange(listener: (service: ApiService) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private each<T>(select: (known: Known, service: ApiService) => T | undefined | ''): T[] {
    const found: T[] = [];
    for (const service of this.parts.services.all()) {
      const selected = service.server && select(this.known.get(service.name) ?? NOTHING, service);
      if (selected) found.push(selected);
    }
    return found;
  }

  private follow(current: ApiService | undefined, previous: ApiService | undefined): void {
    if (previous?.server && !current?.server) this.known.delete(previous.name);
    if (!!previous?.server !== !!current?.server) this.tell((current ?? previous)!);
    const isNew = current?.server && (!previous?.server || hasChanged(current.server, previous.server));
    if (isNew) void this.refresh(current.name);
  }

  private async refresh(name: string): Promise<void> {
    const service = this.parts.services.get(name);
    if (!service?.server?.isAvailable || this.reading.has(name)) return;
    this.reading.add(name);
    const before = this.known.get(name) ?? NOTHING;
    const after = {
      ...before,
      ...(await this.attempt(service, () => this.readPart(service, service.server!, before))),
      ...(await this.attempt(service, () => this.readUrl(service, service.server!))),
    };
    this.reading.delete(name);
    if (!this.parts.services.get(name)?.server) return;
    this.known.set(name, after);
    if (before.part !== after.part || before.url !== after.url) this.tell(service);
  }

  private async attempt(service: ApiService, read: () => Promise<Known>): Promise<Known> {
    try {
      return await read();
    } catch (error) {
      this.parts.logger.verbose(2, 'the OpenAPI documents of a server cannot be read', {
        apiService: service.name,
        error,
      });
      return NOTHING;
    }
  }

  private async readPart(service: ApiService, server: ExtensionServer, before: Known): Promise<Known> {
    const { etag } = before;
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    const answer = await this.fetch(server, '/openapi/v2', headers);
    if (answer.status === 304) return NOTHING;
    if (answer.status === 404) return { part: undefined, etag: undefined, hash: undefined };
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const hash = createHash('sha256').update(answer.body).digest('base64');
    // Not every server has ETags: the same bytes leave the part as it is, and with it all documents.
    const part = hash === before.hash ? before.part : readSwaggerPart(answer.body, pathOf(service));
    return { part, hash, etag: textOf(answer.headers.etag) };
  }

  private async readUrl(service: ApiService, server: ExtensionServer): Promise<Known> {
    const answer = await this.fetch(server, '/openapi/v3', { accept: 'application/json' });
    if (answer.status === 404) return { url: undefined };
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const { paths = {} } = JSON.parse(answer.body.toString('utf8')) as { paths?: Record<string, unknown> };
    const path = pathOf(service).slice(1);
    const entry = Object.hasOwn(paths, path) ? paths[path] : undefined;
    const { serverRelativeURL: url } = (entry ?? {}) as { serverRelativeURL?: unknown };
    return { url: typeof url === 'string' && url.startsWith(`/openapi/v3/${path}`) ? url : undefined };
  }

  private fetch(server: ExtensionServer, path: string, headers: Readonly<Record<string, string>>) {
    return this.parts.servers.send(server, { path, headers, timeout: TIMEOUT_MS, maxAnswerBytes: MAX_BYTES });
  }

  private tell(service: ApiService): void {
    for (const listener of this.listeners) listener(service);
  }
}

function pathOf({ group, version }: ApiService): string {
  return groupVersionPath(group, version);
}

/** Reports whether it is the same server as before. */
function isStill(previous: ExtensionServer, current: ExtensionServer | undefined): boolean {
  return current !== undefined && hasSameConnections(previous, current);
}

function hasChanged(current: ExtensionServer, previous: ExtensionServer): boolean {
  return current.isAvailable !== previous.isAvailable || !isStill(previous, current);
}

function textOf(header: IncomingHttpHeaders[string]): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
