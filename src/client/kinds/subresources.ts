import type { ApiObject } from '../../apimachinery/index.js';
import type { Collection } from './collection.js';
import { targetOf } from './collection.js';
import {
  type ApplyOptions,
  type GetOptions,
  type PatchOptions,
  type WriteOptions,
  readQuery,
  writeQuery,
} from './operation-options.js';
import type { Configured } from './configured.js';

/**
 * The replica count of an object (autoscaling/v1 Scale).
 *
 * @public
 * @example
 * const isSettled = ({ spec, status }: ScaleObject) => (spec?.replicas ?? 0) === status?.replicas;
 */
export interface ScaleObject extends ApiObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/**
 * The `status` of the objects of a kind.
 *
 * @public
 * @example
 * const moor = (berth: Berth, statuses: StatusClient<Berth>) => statuses.update(berth);
 */
export class StatusClient<T extends ApiObject> {
  constructor(private readonly collection: Collection<T>) {}

  /** Replaces the status of the object by the one of the given object; Conflict where its resourceVersion is old. */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.collection.replace(targetOf(object, 'status'), this.collection.marked(object), options);
  }

  /** Patches the status; the patch is one of the whole object. */
  patch(name: string, patch: unknown, options: PatchOptions = {}): Promise<T> {
    return this.collection.patch({ name, subresource: 'status' }, patch, options);
  }

  /** Applies a configuration of the status. Conflict where other managers own what it changes. */
  apply(configuration: Configured<T>, options: ApplyOptions = {}): Promise<T> {
    const body = this.collection.marked(configuration as unknown as T);
    return this.collection.apply(targetOf(body, 'status'), body, options);
  }
}

/**
 * The `scale` of the objects of a kind.
 *
 * @public
 * @example
 * const grow = async (scales: ScaleClient) => scales.set('north', ((await scales.get('north')).spec?.replicas ?? 0) + 1);
 */
export class ScaleClient {
  constructor(private readonly collection: Collection<ApiObject>) {}

  /** Returns the scale of an object. */
  get(name: string, options: GetOptions = {}): Promise<ScaleObject> {
    const path = this.collection.pathOf({ name, subresource: 'scale' });
    return this.collection.exchange({ method: 'GET', path, query: readQuery(options) }, options);
  }

  /** Replaces the scale of the object of that name; Conflict where its resourceVersion is old. */
  update(scale: ScaleObject, options: WriteOptions = {}): Promise<ScaleObject> {
    return this.collection.replace(targetOf(scale, 'scale'), scale, options);
  }

  /** Sets the number of replicas, whatever it was. */
  set(name: string, replicas: number, options: WriteOptions = {}): Promise<ScaleObject> {
    return this.collection.patch<ScaleObject>({ name, subresource: 'scale' }, { spec: { replicas } }, options);
  }
}

/** The body of a request to a subresource. */
type PostedBody<S extends ApiObject> = Omit<S, 'metadata'> & Partial<Pick<S, 'metadata'>>;

/**
 * Any other subresource of the objects of a kind, such as `eviction` or `token`. What is sent and read is of kinds of its
 * own.
 *
 * @public
 * @example
 * const review = { apiVersion: 'v1', kind: 'Departure', metadata: {} };
 * const depart = (departures: SubresourceClient<ApiObject>) => departures.create('north', review);
 */
export class SubresourceClient<S extends ApiObject> {
  constructor(
    private readonly collection: Collection<ApiObject>,
    private readonly subresource: string,
  ) {}

  /** Reads the subresource of an object. */
  get(name: string, options: GetOptions = {}): Promise<S> {
    const path = this.pathTo(name);
    return this.collection.exchange({ method: 'GET', path, query: readQuery(options) }, options);
  }

  /**
   * Posts to the subresource of an object; metadata may be left out. Name the kind of the answer where it is not that of the body, as
   * of a subresource that answers its parent.
   */
  create<Answer extends ApiObject = S>(name: string, body: PostedBody<S>, options: WriteOptions = {}): Promise<Answer> {
    const query = writeQuery(this.collection.managed(options));
    return this.collection.exchange({ method: 'POST', path: this.pathTo(name), query, body }, options);
  }

  /** Replaces the subresource of an object. */
  update(name: string, body: S, options: WriteOptions = {}): Promise<S> {
    return this.collection.replace({ name, subresource: this.subresource }, body, options);
  }

  /** Patches the subresource of an object. */
  patch(name: string, patch: unknown, options: PatchOptions = {}): Promise<S> {
    return this.collection.patch<S>({ name, subresource: this.subresource }, patch, options);
  }

  private pathTo(name: string): string {
    return this.collection.pathOf({ name, subresource: this.subresource });
  }
}
