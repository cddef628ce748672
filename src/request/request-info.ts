/** The facts of a request, parsed from its method, path and query alone (upstream: request.RequestInfo). */
export interface RequestInfo {
  /** False for paths outside `/api/<version>/…` and `/apis/<group>/<version>/…`. */
  readonly isResourceRequest: boolean;
  /** The path without the query, percent-decoded. */
  readonly path: string;
  /** API verb, or the lower-case HTTP method for non-resource requests. */
  readonly verb: string;
  readonly apiPrefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path segments from the resource on: resource, name, subresource, rest. */
  readonly parts: readonly string[];
  /** As sent by list, watch and deletecollection; access rules can be limited by it. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}
