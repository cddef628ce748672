import type { Clock, Logger } from '../../observability/index.js';
import { OutboundError } from '../outbound-error.js';
import type { ApiServerClient, RemoteEvent, RemoteObject } from './api-server-client.js';

/** Receives the objects that an informer follows. Its methods are called synchronously and do not throw. */
export interface InformerListener {
  /** Called when an object exists or has changed. */
  onPut(object: RemoteObject): void;
  /** Called when an object was deleted. */
  onDelete(object: Pick<RemoteObject, 'metadata'>): void;
  /** Called once, when every existing object has been delivered. */
  onReady(): void;
}

/** The dependencies of an informer. */
export interface InformerSettings {
  readonly client: Pick<ApiServerClient, 'page' | 'watch'>;
  /** The path of the collection: `/api/v1/namespaces`. */
  readonly path: string;
  /** Only objects that this selects; all when not given. */
  readonly fieldSelector?: string;
  readonly listener: InformerListener;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PAGE = '500';
/** Milliseconds between attempts: after the first failure, and at most. */
const FIRST_WAIT = 800;
const LONGEST_WAIT = 30_000;
/** Milliseconds below which a watch that ended counts as failed. */
const SHORT_LIVED = 1000;
/** Seconds of a watch at least; up to as many are added, so that those of several servers do not end together. */
const SHORTEST_WATCH = 300;

/**
 * Follows a collection of another API server: lists it, then watches it, and lists it again where the watch has lost its
 * place. What changed in between is delivered as changes. Runs until it is stopped, whatever fails. A collection that is
 * not served there is empty (upstream: client-go's Reflector).
 */
export class Informer {
  private readonly stopping = new AbortController();
  /** The names and versions of what was delivered. */
  private readonly objects = new Map<string, Pick<RemoteObject, 'metadata'>>();
  private revision = '';
  private isReady = false;
  private failures = 0;
  private reported = '';

  constructor(private readonly settings: InformerSettings) {}

  /** Starts; calling it twice is a mistake. */
  start(): void {
    void this.run();
  }

  /** Ends it: nothing is delivered any more. */
  stop(): void {
    this.stopping.abort();
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        if (this.revision === '') await this.list();
        await this.watch();
      } catch (error) {
        if (!this.isStopped) await this.rest(OutboundError.from(error));
      }
    }
  }

  private async list(): Promise<void> {
    const found = await this.readAll();
    if (this.isStopped) return;
    const present = new Set(found.items.map(keyOf));
    for (const [key, object] of this.objects) if (!present.has(key)) this.delete(key, object);
    for (const object of found.items) this.put(object);
    this.revision = found.resourceVersion;
    this.reported = '';
    this.markReady();
  }

  private async readAll(): Promise<{ items: RemoteObject[]; resourceVersion: string }> {
    const { client, path } = this.settings;
    const items: RemoteObject[] = [];
    for (let token = ''; ;) {
      const query = { ...this.selection(), limit: PAGE, ...(token !== '' && { continue: token }) };
      const page = await client.page(path, query);
      for (const item of page.items) items.push(item);
      if (page.continueToken === '' || this.isStopped) return { items, resourceVersion: page.resourceVersion };
      token = page.continueToken;
    }
  }

  private async watch(): Promise<void> {
    const { client, path, clock } = this.settings;
    const { signal } = this.stopping;
    const seconds = SHORTEST_WATCH + Math.floor(Math.random() * SHORTEST_WATCH);
    const query = { ...this.selection(), resourceVersion: this.revision };
    const started = clock.monotonic();
    for await (const event of client.watch({ path, query, seconds, signal })) {
      if (this.isStopped) return;
      this.take(event);
    }
    if (clock.monotonic() - started < SHORT_LIVED) throw new OutboundError('reset', 'the watch ended at once');
    this.failures = 0;
  }

  private take({ type, object }: RemoteEvent): void {
    if (type === 'ERROR') throw new OutboundError('status', 'the watch failed', { status: Number(object.code) });
    this.failures = 0;
    this.revision = object.metadata.resourceVersion ?? this.revision;
    if (type === 'DELETED') this.delete(keyOf(object), object);
    else if (type !== 'BOOKMARK') this.put(object);
  }

  private put(object: RemoteObject): void {
    const key = keyOf(object);
    const known = this.objects.get(key);
    const { name, namespace, resourceVersion } = object.metadata;
    this.objects.set(key, { metadata: { name, namespace, resourceVersion } });
    if (known?.metadata.resourceVersion !== object.metadata.resourceVersion) this.settings.listener.onPut(object);
  }

  private delete(key: string, object: Pick<RemoteObject, 'metadata'>): void {
    if (this.objects.delete(key)) this.settings.listener.onDelete(object);
  }

  private markReady(): void {
    if (this.isReady) return;
    this.isReady = true;
    this.settings.listener.onReady();
  }

  /** Waits after a failure; longer each time. A watch that has lost its place begins with a list. */
  private async rest(error: OutboundError): Promise<void> {
    const { clock } = this.settings;
    if (error.status === 404) this.clear();
    if (error.status !== undefined) this.revision = '';
    // An expired revision is part of the course: the list follows at once.
    if (error.status === 410 && this.failures++ === 0) return;
    const wait = error.status === 404 ? LONGEST_WAIT : Math.min(FIRST_WAIT * 2 ** this.failures++, LONGEST_WAIT);
    if (error.status !== 404) this.report(error);
    await clock.sleep(wait * (0.75 + Math.random() / 4), this.stopping.signal);
  }

  /** One line for a reason, however often it is met in a row. */
  private report({ message, status, detail }: OutboundError): void {
    const reason = detail ?? message;
    if (reason === this.reported) return;
    this.reported = reason;
    const { path, logger } = this.settings;
    const remedy = status === 403 && { rule: ruleFor(path), remedy: REMEDY };
    logger.warn('a collection of another server cannot be followed', { path, reason, ...remedy });
  }

  /** Nothing is there that is not served. */
  private clear(): void {
    for (const [key, object] of this.objects) this.delete(key, object);
    this.markReady();
  }

  private selection(): Record<string, string> {
    const { fieldSelector } = this.settings;
    return fieldSelector === undefined ? {} : { fieldSelector };
  }
}

function keyOf({ metadata: { namespace = '', name } }: Pick<RemoteObject, 'metadata'>): string {
  return `${namespace}/${name}`;
}

const REMEDY = 'add the rule to a ClusterRole of the account; binnacle plugin rbac prints all rules that plugins need';

/** The rule of a ClusterRole by which a collection can be followed. */
function ruleFor(path: string): string {
  const [, root, ...names] = path.split('/');
  const group = root === 'apis' ? names[0] : '';
  return `{ apiGroups: [${group || "''"}], resources: [${names.at(-1)}], verbs: [get, list, watch] }`;
}
