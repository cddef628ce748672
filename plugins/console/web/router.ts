/** A place in the console, as the fragment of the address names it. */
export type Route =
  | { readonly view: 'home' | PageView }
  | { readonly view: 'plugin'; readonly group: string }
  | { readonly view: 'explain'; readonly group: string; readonly version: string; readonly resource: string }
  | { readonly view: 'table'; readonly group: string; readonly resource: string; readonly namespace: string }
  | ObjectRoute
  | { readonly view: 'unknown'; readonly address: string };

/** A page that is one for the whole server. */
export type PageView = (typeof PAGE_VIEWS)[number];

const PAGE_VIEWS = ['health', 'groups', 'access'] as const;

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

/** Reads the fragment of an address. */
export function parseRoute(fragment: string): Route {
  const address = fragment.replace(/^#/, '');
  if (address === '' || address === '/') return { view: 'home' };
  const [before, view, ...segments] = address.split('/').map(decoded);
  const known = before === '' && !segments.includes(undefined) ? routeOf(view ?? '', segments as string[]) : undefined;
  return known ?? { view: 'unknown', address };
}

function routeOf(view: string, segments: readonly string[]): Route | undefined {
  const page = PAGE_VIEWS.find((each) => each === view);
  if (page) return segments.length === 0 ? { view: page } : undefined;
  if (segments.includes('')) return undefined;
  const [group, ...rest] = segments;
  const groupName = group === CORE ? '' : group;
  if (view === 'plugins' && rest.length === 0 && group) return { view: 'plugin', group: groupName };
  if (view === 'explain' && rest.length === 2) {
    return { view, group: groupName, version: rest[0], resource: rest[1] };
  }
  if (view !== 'r' || rest.length === 0 || rest.length > MOST_SEGMENTS) return undefined;
  const [resource, place = ALL, name, tab = 'details'] = rest;
  const namespace = place === ALL ? '' : place;
  if (name === undefined) return { view: 'table', group: groupName, resource, namespace };
  return { view: 'object', group: groupName, resource, namespace, name, tab };
}

/** Those of an object after its group: resource, namespace, name and tab. */
const MOST_SEGMENTS = 4;

/** Returns the fragment of a place. */
export function fragmentOf(route: Route): string {
  if (route.view === 'unknown') return `#${route.address}`;
  return `#/${segmentsOf(route).map(encodeURIComponent).join('/')}`;
}

function segmentsOf(route: Exclude<Route, { view: 'unknown' }>): string[] {
  switch (route.view) {
    case 'table':
      return ['r', route.group || CORE, route.resource, route.namespace || ALL];
    case 'object':
      return ['r', route.group || CORE, route.resource, route.namespace || ALL, route.name, route.tab];
    case 'explain':
      return ['explain', route.group || CORE, route.version, route.resource];
    case 'plugin':
      return ['plugins', route.group || CORE];
    case 'home':
      return [];
    case 'health':
    case 'groups':
    case 'access':
      return [route.view];
  }
}

/** Returns the title of a place, for the window and for screen readers. */
export function titleOf(route: Route): string {
  switch (route.view) {
    case 'home':
      return 'Overview';
    case 'health':
      return 'Health and latency';
    case 'groups':
      return 'Groups and plugins';
    case 'access':
      return 'Access';
    case 'plugin':
      return `${route.group || CORE}, group`;
    case 'explain':
      return `Explain ${route.resource}`;
    case 'table':
      return route.namespace === '' ? route.resource : `${route.resource} in ${route.namespace}`;
    case 'object':
      return `${route.name}, ${route.tab}, ${route.resource}`;
    case 'unknown':
      return 'Unknown address';
  }
}

/** Returns a segment; undefined where it is not encoded as one. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
