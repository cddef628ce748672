import type { Resource } from '../api/discovery.js';
import { type ObjectRoute, fragmentOf } from '../router.js';
import { Empty, Failure, Loading, Tabs } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import {
  AccessForm,
  ActionsBar,
  DetailsTab,
  EventsTab,
  FieldsTab,
  FormTab,
  GraphTab,
  HistoryTab,
  LogsTab,
  PortsTab,
  TerminalTab,
  YamlTab,
} from './lazy-tabs.js';
import { NewViews } from './new-views.js';
import { useObject } from './use-object.js';
import { isTab, useTabs } from './use-tabs.js';

/** Renders an object, seen from several sides. */
export function ObjectView({ resource, route }: { readonly resource: Resource; readonly route: ObjectRoute }) {
  if (route.name === '+') return <NewViews resource={resource} route={route} />;
  return <ExistingObject resource={resource} route={route} />;
}

function ExistingObject({ resource, route }: { readonly resource: Resource; readonly route: ObjectRoute }) {
  const { go } = useSession();
  const { namespace, name, tab } = route;
  const followed = useObject(resource, namespace, name);
  const { object, error, isGone, isInterrupted } = followed;
  const up = { view: 'table', group: resource.group, resource: resource.resource, namespace } as const;
  useShortcuts({ u: () => go(up), e: () => tab !== 'yaml' && go({ ...route, tab: 'yaml' }) });
  const tabs = useTabs(resource, object);
  const isLost = error?.code === 404;
  return (
    <>
      <header class="view-head">
        <nav class="crumbs" aria-label="Place">
          <a href={fragmentOf(up)}>{resource.resource}</a>
          {namespace !== '' && <span class="muted"> / {namespace}</span>}
        </nav>
        <h1>
          {name} <span class="muted">{resource.kind}</span>
        </h1>
        {isGone && <span class="live bad">deleted</span>}
        {isInterrupted && (
          <span class="live bad" role="status">
            interrupted
          </span>
        )}
      </header>
      {object && !isGone && <ActionsBar target={{ resource, object }} />}
      <Tabs titles={tabs} chosen={tab} onChoose={(next) => go({ ...route, tab: next })} />
      {error && (!isLost || tab !== 'history') && <Failure error={error} />}
      {isLost && tab !== 'history' && (
        <button type="button" onClick={() => go({ ...route, tab: 'history' })}>
          Look for it in the history
        </button>
      )}
      {!object && !error && <Loading what={resource.kind} />}
      {isTab(tab) ? (
        <Side resource={resource} route={route} followed={followed} />
      ) : (
        <Empty title={`The page of an object has no part ${tab}`}>Choose one of those above.</Empty>
      )}
    </>
  );
}

function Side({
  resource,
  route: { namespace, name, tab },
  followed: { object },
}: {
  readonly resource: Resource;
  readonly route: ObjectRoute;
  readonly followed: ReturnType<typeof useObject>;
}) {
  const { group, resource: plural } = resource;
  if (tab === 'history')
    return (
      <HistoryTab resource={resource} namespace={namespace} name={name} version={object?.metadata.resourceVersion} />
    );
  if (tab === 'access')
    return <AccessForm initial={{ verb: 'get', group, resource: plural, namespace, name, path: '' }} />;
  if (!object) return null;
  switch (tab) {
    case 'form':
      return <FormTab resource={resource} object={object} />;
    case 'fields':
      return <FieldsTab object={object} />;
    case 'events':
      return <EventsTab object={object} />;
    case 'owners':
      return <GraphTab object={object} resource={resource} />;
    case 'logs':
      return <LogsTab target={{ resource, object }} />;
    case 'terminal':
      return <TerminalTab target={{ resource, object }} />;
    case 'ports':
      return <PortsTab target={{ resource, object }} />;
    case 'yaml':
      return <YamlTab resource={resource} object={object} />;
    default:
      return <DetailsTab target={{ resource, object }} />;
  }
}
