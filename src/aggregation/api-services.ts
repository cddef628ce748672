/**
 * The server behind an API service, and how it is reached.
 *
 * @internal
 * @example
 * const nameOf = ({ namespace, name }: ExtensionServer) => `${name}.${namespace}.svc`;
 */
export interface ExtensionServer {
  readonly namespace: string;
  /** The name of its Service. */
  readonly name: string;
  readonly port: number;
  /** Authorities of its certificate, in PEM; those of the platform when empty. */
  readonly authority: string;
  /** True if its certificate is not verified. */
  readonly isInsecure: boolean;
  /** False while requests to it are refused (condition `Available`). */
  readonly isAvailable: boolean;
}

/**
 * An API service: who serves a version of a group, and its place in discovery (upstream: APIService).
 *
 * @internal
 * @example
 * const isDelegated = (service: ApiService) => service.server !== undefined;
 */
export interface ApiService {
  /** Name of its object: `v1.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  /** Place of the group among others; higher first. */
  readonly groupPriority: number;
  /** Place of the version in its group; higher first. */
  readonly versionPriority: number;
  /** Undefined for what this server serves itself. */
  readonly server?: ExtensionServer;
}

/** A change of one API service: what it is now and what it was; undefined if there is none. */
export interface ApiServiceChange {
  readonly current: ApiService | undefined;
  readonly previous: ApiService | undefined;
}

/**
 * The API services of the server, as they are stored: which group versions other servers serve, and the order of all in
 * discovery. Looking up a group version costs the same however many there are.
 *
 * @internal
 * @example
 * class Gate { constructor(@Inject(ApiServices) private readonly services: ApiServices) {} }
 */
export class ApiServices {
  private readonly byName = new Map<string, ApiService>();
  private readonly delegated = new Map<string, ApiService>();
  private readonly listeners = new Set<(change: ApiServiceChange) => void>();

  /** True if other servers serve something. */
  get delegates(): boolean {
    return this.delegated.size > 0;
  }

  /** Returns all API services. */
  all(): Iterable<ApiService> {
    return this.byName.values();
  }

  /** Returns an API service by the name of its object. */
  get(name: string): ApiService | undefined {
    return this.byName.get(name);
  }

  /** Returns the API service of a group version that another server serves. */
  delegatedTo(group: string, version: string): ApiService | undefined {
    return this.delegated.get(keyOf(group, version));
  }

  /** Reports whether another server serves a version of a group. */
  delegatesGroup(group: string): boolean {
    for (const service of this.delegated.values()) if (service.group === group) return true;
    return false;
  }

  /** Adds an API service, or replaces the one of the same name. */
  set(service: ApiService): void {
    const previous = this.byName.get(service.name);
    if (previous && isSame(previous, service)) return;
    this.byName.set(service.name, service);
    this.index(previous, service);
  }

  /** Takes an API service out. */
  delete(name: string): void {
    const previous = this.byName.get(name);
    if (!previous) return;
    this.byName.delete(name);
    this.index(previous, undefined);
  }

  /** Calls back after every change; the answer ends that. */
  onChange(listener: (change: ApiServiceChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private index(previous: ApiService | undefined, current: ApiService | undefined): void {
    if (previous?.server) this.delegated.delete(keyOf(previous.group, previous.version));
    if (current?.server) this.delegated.set(keyOf(current.group, current.version), current);
    for (const listener of this.listeners) listener({ current, previous });
  }
}

function keyOf(group: string, version: string): string {
  return `${group}/${version}`;
}

function isSame(one: ApiService, other: ApiService): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Reports whether requests to two servers may use the same connections. */
export function hasSameConnections(one: ExtensionServer, other: ExtensionServer): boolean {
  const keys = ['namespace', 'name', 'port', 'authority', 'isInsecure'] as const;
  return keys.every((key) => one[key] === other[key]);
}
