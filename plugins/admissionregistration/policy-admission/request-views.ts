import type { AdmissionAttributes, ApiObject, Authorizer } from '../../../src/plugin-api/index.js';
import type { GroupVersionKind, GroupVersionResource, MaybePromise } from '../../../src/plugin-api/built-in.js';
import { RequestVariables } from '../evaluation/index.js';
import { type RequestMatch, apiVersionOf } from '../matching/index.js';
import { PolicyConfigurationError } from './collect-params.js';

/** One request as policies see it: in each version that a rule has matched, converted once. */
export class RequestViews {
  private readonly known = new Map<GroupVersionResource, MaybePromise<RequestVariables>>();

  constructor(
    private readonly attributes: AdmissionAttributes,
    private readonly authorizer: Authorizer,
  ) {}

  /** Returns the request in the version of a match. Throws PolicyConfigurationError where it cannot be converted. */
  of(match: RequestMatch): MaybePromise<RequestVariables> {
    let view = this.known.get(match.resource);
    if (!view) {
      view = this.make(match);
      this.known.set(match.resource, view);
    }
    return view;
  }

  private async make({ kind, resource }: RequestMatch): Promise<RequestVariables> {
    const { attributes, authorizer } = this;
    try {
      const apiVersion = apiVersionOf(kind);
      const object = shown(attributes.object, await attributes.objectIn(apiVersion), kind);
      const oldObject = shown(attributes.oldObject, await attributes.oldObjectIn(apiVersion), kind);
      const view = new RequestVariables({ attributes, kind, resource, object, oldObject, authorizer });
      this.known.set(resource, view);
      return view;
    } catch (error) {
      throw new PolicyConfigurationError(`failed to convert object version: ${(error as Error).message}`);
    }
  }
}

/** Fails closed where an object has no such version. */
function shown(own: ApiObject | undefined, converted: ApiObject | undefined, kind: GroupVersionKind): typeof own {
  if (own && !converted) throw new Error(`unable to convert to ${apiVersionOf(kind)}, Kind=${kind.kind}`);
  return converted;
}
