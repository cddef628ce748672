import { attributesFor, isOneOf } from '../actions/action.js';
import type { Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { type Offer, useAllowed } from './actions/use-allowed.js';

/** The tabs of pods, with the subresources that they read. */
const OF_PODS = { logs: ['Logs', 'log'], terminal: ['Terminal', 'exec'], ports: ['Ports', 'portforward'] } as const;

const OF_ALL = {
  ...{ details: 'Details', yaml: 'YAML', form: 'Form', fields: 'Fields', events: 'Events' },
  ...{ owners: 'Graph', access: 'Access', history: 'History' },
};

/** Reports whether there is a tab of a name, for any object. */
export function isTab(name: string): boolean {
  return Object.hasOwn(OF_ALL, name) || Object.hasOwn(OF_PODS, name);
}

/** Returns the tabs of an object by their names; those of pods where the user is allowed the subresource. */
export function useTabs(resource: Resource, object: ApiObject | undefined): Readonly<Record<string, string>> {
  const allowed = useAllowed(object && isOneOf(resource, '', 'pods') ? offersFor(resource, object) : []);
  const ofPods = Object.entries(OF_PODS).flatMap(([name, [title]]) => (allowed.has(title) ? [[name, title]] : []));
  const { details, yaml, form, ...others } = OF_ALL;
  const ofWritable: Readonly<Record<string, string>> = resource.verbs.has('update') ? { form } : {};
  return { details, yaml, ...(Object.fromEntries(ofPods) as Record<string, string>), ...ofWritable, ...others };
}

function offersFor(resource: Resource, object: ApiObject): Offer[] {
  return Object.values(OF_PODS).map(([title, subresource]) => ({
    title,
    attributes: [attributesFor({ resource, object }, 'get', subresource)],
  }));
}
