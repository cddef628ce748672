import type { Group, Resource } from '../../api/discovery.js';
import type { NamedObject } from '../../model/references.js';
import { fragmentOf } from '../../router.js';
import { findResource, useSession } from '../../ui/session.js';

/** Renders the name of an object as a link to it, or as text where the server does not serve its kind. */
export function ObjectLink({ target }: { readonly target: Omit<NamedObject, 'relation'> }) {
  const { groups } = useSession();
  const resource = resourceOf(groups, target);
  const text = target.name;
  if (!resource) return <span>{text}</span>;
  const { group, resource: plural, isNamespaced } = resource;
  const namespace = isNamespaced ? target.namespace : '';
  return (
    <a href={fragmentOf({ view: 'object', group, resource: plural, namespace, name: text, tab: 'details' })}>{text}</a>
  );
}

function resourceOf(
  groups: readonly Group[],
  { group, resource, kind }: Omit<NamedObject, 'relation'>,
): Resource | undefined {
  if (resource !== '') return findResource(groups, group, resource);
  return groups.find(({ name }) => name === group)?.resources.find((each) => each.kind === kind);
}
