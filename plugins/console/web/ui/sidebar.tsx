import { useState } from 'preact/hooks';
import type { Group, Resource } from '../api/discovery.js';
import { type Route, fragmentOf } from '../router.js';
import { useSession } from './session.js';
import { useLoaded } from './use-loaded.js';

const PAGES = [
  ['home', 'Overview'],
  ['health', 'Health and latency'],
  ['groups', 'Groups and plugins'],
  ['access', 'Access'],
] as const;

/** The pages of plugins, which open beside the console. */
interface PageList {
  readonly items: readonly { readonly path: string; readonly title: string }[];
}

/** Renders every resource that can be listed, group by group, with a filter. */
export function Sidebar({ route }: { readonly route: Route }) {
  const { groups, api } = useSession();
  const pluginPages = useLoaded((signal) => api.json<PageList>({ path: '/console/pages', signal }), [api]).value;
  const [text, setText] = useState('');
  const isShown = ({ resource, kind, shortNames, verbs }: Resource): boolean =>
    verbs.has('list') &&
    [resource, kind, ...shortNames].some((name) => name.toLowerCase().includes(text.toLowerCase()));
  const shown = groups
    .map((group) => ({ ...group, resources: group.resources.filter(isShown) }))
    .filter(({ resources }) => resources.length > 0);
  return (
    <nav class="sidebar" id="resources" aria-label="Resources">
      <ul class="pages">
        {PAGES.map(([view, title]) => (
          <li key={view}>
            <a href={fragmentOf({ view })} aria-current={route.view === view ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
        {pluginPages?.items.map(({ path, title }) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          </li>
        ))}
      </ul>
      <input
        type="search"
        placeholder="Filter kinds"
        aria-label="Filter kinds"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {shown.map((group) => (
        <GroupItems key={group.name} group={group} route={route} />
      ))}
      {groups.length > 0 && shown.length === 0 && <p class="muted small">No kind is called so.</p>}
    </nav>
  );
}

function GroupItems({ group, route }: { readonly group: Group; readonly route: Route }) {
  const namespace = 'namespace' in route ? route.namespace : '';
  const isHere = ({ group: name, resource }: Resource): boolean =>
    'resource' in route && route.group === name && route.resource === resource;
  return (
    <details
      open={
        group.name === '' || group.name === 'apps' || group.resources.some(isHere) || !group.name.endsWith('.k8s.io')
      }
    >
      <summary>{group.name || 'core'}</summary>
      <ul>
        {group.resources.map((resource) => (
          <li key={resource.resource}>
            <a
              href={fragmentOf({
                view: 'table',
                group: group.name,
                resource: resource.resource,
                namespace: resource.isNamespaced ? namespace : '',
              })}
              aria-current={isHere(resource) ? 'page' : undefined}
              ref={isHere(resource) ? intoView : undefined}
            >
              {resource.resource}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
