import { useState } from 'preact/hooks';
import type { Resource } from '../api/discovery.js';
import { type ObjectRoute, fragmentOf } from '../router.js';
import { Failure, Loading, Tabs } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { AccessForm } from './access-view.js';
import { DeleteDialog } from './delete-dialog.js';
import { EventsTab } from './events-tab.js';
import { FieldsTab } from './fields-tab.js';
import { GraphTab } from './graph-tab.js';
import { HistoryTab } from './history-tab.js';
import { NewObject } from './new-object.js';
import { useObject } from './use-object.js';
import { YamlTab } from './yaml-tab.js';

const TABS = {
  yaml: 'YAML',
  fields: 'Fields',
  events: 'Events',
  owners: 'Owners',
  access: 'Access',
  history: 'History',
};

/** Renders an object, seen from several sides. */
export function ObjectView({ resource, route }: { readonly resource: Resource; readonly route: ObjectRoute }) {
  if (route.tab === 'new') return <NewObject resource={resource} namespace={route.namespace} />;
  return <ExistingObject resource={resource} route={route} />;
}

function ExistingObject({ resource, route }: { readonly resource: Resource; readonly route: ObjectRoute }) {
  const { go } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const { namespace, name, tab } = route;
  const followed = useObject(resource, namespace, name);
  const { object, error, isGone } = followed;
  const up = { view: 'table', group: resource.group, resource: resource.resource, namespace } as const;
  useShortcuts({ u: () => go(up), e: () => tab !== 'yaml' && go({ ...route, tab: 'yaml' }) });
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
        <span class="grow" />
        {object && resource.verbs.has('delete') && !isGone && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </header>
      <Tabs titles={TABS} chosen={tab} onChoose={(next) => go({ ...route, tab: next })} />
      {error && (!isLost || tab !== 'history') && <Failure error={error} />}
      {isLost && tab !== 'history' && (
        <button type="button" onClick={() => go({ ...route, tab: 'history' })}>
          Look for it in the history
        </button>
      )}
      {!object && !error && <Loading what={resource.kind} />}
      <Side resource={resource} route={route} followed={followed} />
      {isDeleting && object && <DeleteDialog resource={resource} object={object} onClose={() => setDeleting(false)} />}
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
    case 'fields':
      return <FieldsTab object={object} />;
    case 'events':
      return <EventsTab object={object} />;
    case 'owners':
      return <GraphTab object={object} resource={resource} />;
    default:
      return <YamlTab resource={resource} object={object} />;
  }
}
