import type { AuthorizationAttributes } from '../authorizer.js';

/** The spec of a SubjectAccessReview, as a webhook is sent it and conditions see it; what is empty is left out. */
export function reviewSpecOf(attributes: AuthorizationAttributes): Readonly<Record<string, unknown>> {
  const { user, verb, path } = attributes;
  const about = attributes.isResourceRequest
    ? { resourceAttributes: resourceAttributesOf(attributes) }
    : { nonResourceAttributes: given({ path, verb }) };
  return { ...about, ...given({ user: user.name, groups: user.groups, extra: user.extra, uid: user.uid }) };
}

function resourceAttributesOf(attributes: AuthorizationAttributes): Readonly<Record<string, unknown>> {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  return given({ namespace, verb, group, version, resource, subresource, name });
}

function given(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
