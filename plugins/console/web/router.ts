/** A place in the console, as the fragment of the address names it. */
export type Route =
  | { readonly view: 'home' | 'health' | 'groups' | 'access' }
  | { readonly view: 'explain'; readonly group: string; readonly version: string; readonly resource: string }
  | { readonly view: 'table'; readonly group: string; readonly resource: string; readonly namespace: string }
  | ObjectRoute;

/** An object, and which of its sides is shown. */
export interface ObjectRoute {
  readonly view: 'object';
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly tab: string;
}

const CORE = 'core';
const ALL = '_';

/** Reads the fragment of an address; what it does not know is the home page. */
export function parseRoute(fragment: string): Route {
  const [, view, ...segments] = fragment.replace(/^#/, '').split('/').map(decoded);
  const [group = '', second = '', third = '', name = '', tab = 'details'] = segments;
  const groupName = group === CORE ? '' : group;
  const namespace = third === ALL ? '' : third;
  if (view === 'health' || view === 'groups' || view === 'access') return { view };
  if (view === 'explain' && third) return { view, group: groupName, version: second, resource: third };
  if (view === 'r' && second && name)
    return { view: 'object', group: groupName, resource: second, namespace, name, tab };
  if (view === 'r' && second) return { view: 'table', group: groupName, resource: second, namespace };
  return { view: 'home' };
}

/** Returns the fragment of a place. */
export function fragmentOf(route: Route): string {
  return `#/${segmentsOf(route).map(encodeURIComponent).join('/')}`;
}

function segmentsOf(route: Route): string[] {
  switch (route.view) {
    case 'table':
      return ['r', route.group || CORE, route.resource, route.namespace || ALL];
    case 'object':
      return ['r', route.group || CORE, route.resource, route.namespace || ALL, route.name, route.tab];
    case 'explain':
      return ['explain', route.group || CORE, route.version, route.resource];
    case 'home':
      return [];
    case 'health':
    case 'groups':
    case 'access':
      return [route.view];
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
