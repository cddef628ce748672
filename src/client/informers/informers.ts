import type { ApiObject } from '../../apimachinery/index.js';
import type { Client } from '../client.js';
import type { Selection } from '../kinds/operation-options.js';
import { apiVersionOf } from '../kinds/paths.js';
import type { KindSource } from '../kinds/resource-kind.js';
import { Informer } from './informer.js';

/**
 * Which objects an informer follows.
 *
 * @public
 * @example
 * const selection: InformerSelection = { namespace: 'harbor', labelSelector: 'pier=north' };
 */
export interface InformerSelection extends Selection {
  /** All namespaces where unset. */
  readonly namespace?: string;
}

/**
 * The informers of a client: one for each kind and selection, however many use it.
 *
 * @public
 * @example
 * const informers = new Informers(client);
 * const berths = informers.of(Berth).lister;
 * informers.start();
 * await informers.synced();
 */
export class Informers {
  private readonly informers = new Map<string, Informer<ApiObject>>();

  constructor(private readonly client: Client) {}

  /** Returns the informer of a kind, not started where it is new. */
  of<T extends ApiObject>(source: KindSource<T>, { namespace, ...selection }: InformerSelection = {}): Informer<T> {
    const all = this.client.of(source);
    const key = JSON.stringify([apiVersionOf(all.kind), all.kind.resource, namespace, selection]);
    const known = this.informers.get(key);
    if (known) return known as unknown as Informer<T>;
    const objects = namespace === undefined ? all : all.namespace(namespace);
    const informer = new Informer<T>(objects, { ...selection, logger: this.client.logger });
    this.informers.set(key, informer as unknown as Informer<ApiObject>);
    return informer;
  }

  /** Starts those that are not started. */
  start(): void {
    for (const informer of this.informers.values()) informer.start();
  }

  /** Resolves when all know every existing object; fails with OutboundError when that takes too long. */
  async synced(options?: { timeout?: number; signal?: AbortSignal }): Promise<void> {
    await Promise.all([...this.informers.values()].map((informer) => informer.synced(options)));
  }

  /** Ends all. */
  async stop(): Promise<void> {
    await Promise.all([...this.informers.values()].map((informer) => informer.stop()));
    this.informers.clear();
  }
}
