import { useState } from 'preact/hooks';
import type { Route } from '../router.js';
import {
  AccessView,
  ExplainView,
  GroupsView,
  HealthView,
  HomeView,
  ObjectView,
  TableView,
} from '../views/lazy-views.js';
import { Header } from './header.js';
import { HelpDialog } from './help-dialog.js';
import { Palette } from './palette.js';
import { findResource, useSession } from './session.js';
import { useShortcuts } from './shortcuts.js';
import { Sidebar } from './sidebar.js';
import { currentTheme, showTheme } from './theme.js';
import { Empty, Loading } from './parts.js';

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
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={(event) => skipTo(event)}>
        Skip to content
      </a>
      <Header
        route={route}
        onHelp={() => setDialog('help')}
        onPalette={() => setDialog('palette')}
        onTheme={toggleTheme}
      />
      <Sidebar route={route} />
      <main id="content" tabIndex={-1}>
        <View route={route} />
      </main>
      {dialog === 'help' && <HelpDialog onClose={close} />}
      {dialog === 'palette' && <Palette onClose={close} />}
    </div>
  );
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
  const { groups } = useSession();
  switch (route.view) {
    case 'home':
      return <HomeView />;
    case 'health':
      return <HealthView />;
    case 'groups':
      return <GroupsView />;
    case 'access':
      return <AccessView />;
    default:
  }
  if (groups.length === 0) return <Loading what="the kinds of the server" />;
  const resource = findResource(groups, route.group, route.resource);
  if (!resource) {
    const name = route.group === '' ? route.resource : `${route.resource}.${route.group}`;
    return (
      <Empty title={`The server has no resource ${name}`}>It may have been removed since the link was made.</Empty>
    );
  }
  const { group, version, resource: plural } = resource;
  if (route.view === 'explain') return <ExplainView key={`${group}/${plural}`} resource={resource} />;
  const key = `${group}/${version}/${plural}/${route.namespace}`;
  if (route.view === 'table') return <TableView key={key} resource={resource} namespace={route.namespace} />;
  return <ObjectView key={`${key}/${route.name}`} resource={resource} route={route} />;
}
