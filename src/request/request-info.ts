/** The facts of a request, parsed from its method, path and query alone (upstream: request.RequestInfo). */
export interface RequestInfo {
  /** False for paths outside `/api/<version>/…` and `/apis/<group>/<version>/…`. */
  readonly isResourceRequest: boolean;
  /** The path without the query, percent-decoded. */
  readonly path: string;
  /** API verb, or the lower-case HTTP method for non-resource requests. */
  readonly verb: string;
  /** The path segment before the resource that names the verb, in the older spelling; empty if there is none. */
  readonly spelling: '' | 'watch' | 'proxy';
  readonly apiPrefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  /**
   * True if the path goes through a namespace without a name (`/api/v1/namespaces//pods`): it leads to the same places as
   * one with a name, unlike the path of a collection across namespaces.
   */
  readonly hasEmptyNamespace: boolean;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path segments from the resource on: resource, name, subresource, rest. */
  readonly parts: readonly string[];
  /** As sent by list, watch and deletecollection; access rules can be limited by it. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}
