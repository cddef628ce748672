import type { ApiObject } from '../../apimachinery/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { CallRequest, Requests } from '../requests/requests.js';
import { isObject } from './object-pages.js';
import {
  type ApplyOptions,
  type CallOptions,
  type PatchOptions,
  type WriteOptions,
  writeQuery,
} from './operation-options.js';
import { apiVersionOf, pathOf } from './paths.js';
import type { ReflectedCollection } from '../watching/reflection.js';
import type { ResourceKind } from './resource-kind.js';

/** Media types of patches by their names. */
const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** Applied configurations are YAML, of which JSON is a part. */
const APPLY_TYPE = 'application/apply-patch+yaml';

/** The object, or its subresource, that a write changes. */
export interface WriteTarget {
  readonly name: string;
  /** The namespace of the object itself, where it says one. */
  readonly namespace?: string;
  readonly subresource?: string;
}

/** The settings of all operations of a collection. */
export interface CollectionScope {
  /** All namespaces where unset, and for kinds of the cluster. */
  readonly namespace?: string;
  /** The owner of what is written, where a call names none. */
  readonly fieldManager?: string;
}

/** The collection of a kind in one namespace or all of them: paths and requests of its operations. */
export class Collection<T extends ApiObject> {
  constructor(
    readonly requests: Requests,
    readonly kind: ResourceKind<T>,
    private readonly scope: CollectionScope = {},
  ) {}

  get apiVersion(): string {
    return apiVersionOf(this.kind);
  }

  /** Returns the same in one namespace. Throws TypeError for kinds that have none. */
  inNamespace(namespace: string): Collection<T> {
    if (this.kind.scope === 'Cluster') throw new TypeError(`${this.kind.resource} have no namespaces`);
    return new Collection(this.requests, this.kind, { ...this.scope, namespace });
  }

  /** The parts that lists and watches need. */
  get listed(): ReflectedCollection {
    const path = pathOf(this.kind, { namespace: this.scope.namespace ?? '' });
    return { requests: this.requests, path, apiVersion: this.apiVersion, kind: this.kind.kind };
  }

  /** Returns the path of an object. Throws TypeError where its namespace is not known. */
  pathOf({ name, namespace, subresource }: WriteTarget): string {
    return pathOf(this.kind, { namespace: this.namespaceIn(namespace), name, subresource });
  }

  /** Returns the path of the collection that an object is created in. */
  pathToCreate(namespace: string | undefined): string {
    return pathOf(this.kind, { namespace: this.namespaceIn(namespace) });
  }

  /** Sends an object, or nothing, and reads an object. */
  async exchange<R extends ApiObject = T>(request: CallRequest, options: CallOptions): Promise<R> {
    const answer = await this.requests.call(request, options);
    if (!isObject(answer)) throw new OutboundError('malformed', 'the answer is no API object');
    return answer as R;
  }

  /** Returns the object as it is sent: with its apiVersion and kind. */
  marked<R extends ApiObject>(object: R): R {
    return { ...object, apiVersion: this.apiVersion, kind: this.kind.kind };
  }

  /** Replaces an object, or a subresource of it. */
  replace<R extends ApiObject>(target: WriteTarget, body: R, options: WriteOptions): Promise<R> {
    const query = writeQuery(this.managed(options));
    return this.exchange({ method: 'PUT', path: this.pathOf(target), query, body }, options);
  }

  /** Patches an object, or a subresource of it. */
  patch<R extends ApiObject = T>(target: WriteTarget, body: unknown, options: PatchOptions): Promise<R> {
    const contentType = PATCH_TYPES[options.type ?? 'merge'];
    const query = writeQuery(this.managed(options));
    return this.exchange({ method: 'PATCH', path: this.pathOf(target), query, contentType, body }, options);
  }

  /** Applies a configuration to an object, or a subresource of it. Throws TypeError without a field manager. */
  apply(target: WriteTarget, body: object, options: ApplyOptions): Promise<T> {
    const managed = this.managed(options);
    if (managed.fieldManager === undefined) throw new TypeError('an apply needs a fieldManager');
    const query = { ...writeQuery(managed), ...(options.force && { force: 'true' }) };
    const request = { method: 'PATCH', path: this.pathOf(target), query, contentType: APPLY_TYPE, body } as const;
    return this.exchange(request, options);
  }

  /** Returns the options with the field manager of the client where they name none. */
  managed<O extends WriteOptions>(options: O): O {
    return { ...options, fieldManager: options.fieldManager ?? this.scope.fieldManager };
  }

  private namespaceIn(namespace: string | undefined): string {
    if (this.kind.scope === 'Cluster') return '';
    const place = this.scope.namespace || namespace;
    if (!place) throw new TypeError(`${this.kind.resource} have namespaces: name one by namespace()`);
    if (namespace && namespace !== place) throw new TypeError(`the object is of namespace ${namespace}, not ${place}`);
    return place;
  }
}

/** Returns the name of an object. Throws TypeError where it has none. */
export function nameOf({ metadata }: Pick<ApiObject, 'metadata'>): string {
  if (!metadata.name) throw new TypeError('the object has no metadata.name');
  return metadata.name;
}

/** Returns which object an object is. Throws TypeError where it has no name. */
export function targetOf(object: Pick<ApiObject, 'metadata'>, subresource?: string): WriteTarget {
  return { name: nameOf(object), namespace: object.metadata.namespace, ...(subresource && { subresource }) };
}
