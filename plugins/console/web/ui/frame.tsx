import { useEffect, useRef, useState } from 'preact/hooks';
import { type Route, fragmentOf, titleOf } from '../router.js';
import {
  AccessView,
  ExplainView,
  GroupsView,
  HealthView,
  HomeView,
  ObjectView,
  PluginView,
  TableView,
} from '../views/lazy-views.js';
import { Header } from './header.js';
import { HelpDialog } from './help-dialog.js';
import { Palette } from './palette.js';
import { findResource, useSession } from './session.js';
import { useShortcuts } from './shortcuts.js';
import { Sidebar } from './sidebar.js';
import { currentTheme, showTheme } from './theme.js';
import { UnknownResource, UnknownView } from '../views/unknown-view.js';
import { Failure, Loading } from './parts.js';

/** Renders the console around a view: what there is, where one is, who one is. */
export function Frame({ route }: { readonly route: Route }) {
  const [dialog, setDialog] = useState<'help' | 'palette' | undefined>();
  const close = (): void => setDialog(undefined);
  const toggleTheme = (): void => showTheme(currentTheme() === 'dark' ? 'light' : 'dark', true);
  useShortcuts({
    '?': () => setDialog('help'),
    'Ctrl+k': () => setDialog('palette'),
    t: toggleTheme,
    '/': focusFilter,
    n: () => document.querySelector<HTMLInputElement>('#namespace')?.focus(),
  });
  const drawer = useDrawer(route);
  return (
    <div class={`frame${drawer.isOpen ? ' with-drawer' : ''}`}>
      <a class="skip" href="#content" onClick={(event) => skipTo(event)}>
        Skip to content
      </a>
      <Header
        route={route}
        isDrawerOpen={drawer.isOpen}
        onDrawer={drawer.toggle}
        onHelp={() => setDialog('help')}
        onPalette={() => setDialog('palette')}
        onTheme={toggleTheme}
      />
      <Sidebar route={route} />
      {drawer.isOpen && <div class="backdrop" onClick={drawer.toggle} />}
      <main id="content" tabIndex={-1}>
        <View route={route} />
      </main>
      {dialog === 'help' && <HelpDialog onClose={close} />}
      {dialog === 'palette' && <Palette onClose={close} />}
    </div>
  );
}

/** The list of resources, which a phone shows on demand: it closes by Escape, and when another place is chosen. */
function useDrawer(route: Route) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    document.title = `${titleOf(route)} · Binnacle console`;
    if (isOpen) document.getElementById('content')?.focus();
    setOpen(false);
  }, [fragmentOf(route)]);
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('.sidebar a')?.focus();
  }, [isOpen]);
  useShortcuts({ Escape: isOpen ? () => setOpen(false) : undefined });
  return { isOpen, toggle: () => setOpen(!isOpen) };
}

/** Focuses the filter of the view, or of the kinds where the view has none. */
function focusFilter(): void {
  const inView = document.querySelector<HTMLElement>('main [type=search]');
  (inView ?? document.querySelector<HTMLElement>('.sidebar [type=search]'))?.focus();
}

function skipTo(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function View({ route }: { readonly route: Route }) {
  const { groups, discoveryError } = useSession();
  // The resources that were shown: of these it is known that they were there.
  const seen = useRef(new Set<string>());
  switch (route.view) {
    case 'home':
      return <HomeView />;
    case 'health':
      return <HealthView />;
    case 'groups':
      return <GroupsView />;
    case 'access':
      return <AccessView />;
    case 'unknown':
      return <UnknownView address={route.address} />;
    default:
  }
  if (groups.length === 0 && discoveryError) return <Failure error={discoveryError} />;
  if (groups.length === 0) return <Loading what="the kinds of the server" />;
  if (route.view === 'plugin') return <PluginView key={route.group} group={route.group} />;
  const resource = findResource(groups, route.group, route.resource);
  const name = `${route.group}/${route.resource}`;
  const hasVersion =
    route.view !== 'explain' ||
    groups.some((each) => each.name === route.group && each.versions.includes(route.version));
  if (!resource) return <UnknownResource {...route} wasThere={seen.current.has(name)} />;
  if (!hasVersion) return <UnknownView address={fragmentOf(route).slice(1)} />;
  seen.current.add(name);
  const { group, version, resource: plural } = resource;
  if (route.view === 'explain') return <ExplainView key={`${group}/${plural}`} resource={resource} />;
  const key = `${group}/${version}/${plural}/${route.namespace}`;
  if (route.view === 'table') return <TableView key={key} resource={resource} namespace={route.namespace} />;
  return <ObjectView key={`${key}/${route.name}`} resource={resource} route={route} />;
}
