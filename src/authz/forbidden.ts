import { type StatusError, forbiddenResource, goQuote } from '../apimachinery/index.js';
import type { AuthorizationAttributes } from './authorizer.js';

/** Returns the 403 for a request that no authorizer allows; the reason follows when there is one. */
export function forbiddenFor(attributes: AuthorizationAttributes, reason = ''): StatusError {
  const { group, resource, name } = attributes;
  const why = describeRefusal(attributes);
  const target = attributes.isResourceRequest ? { group, resource } : { group: '', resource: '' };
  return forbiddenResource(target, attributes.isResourceRequest ? name : '', reason === '' ? why : `${why}: ${reason}`);
}

/** Describes the denied request in one sentence. */
export function describeRefusal(attributes: AuthorizationAttributes): string {
  const { user, verb, path, namespace, isResourceRequest } = attributes;
  const who = `User ${goQuote(user.name)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${goQuote(path)}`;
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${who} resource ${goQuote(resourceOf(attributes))} in API group ${goQuote(attributes.group)} ${scope}`;
}

function resourceOf({ resource, subresource }: AuthorizationAttributes): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}
