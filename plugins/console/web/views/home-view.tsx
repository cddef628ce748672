import { fragmentOf } from '../router.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

interface Version {
  readonly gitVersion?: string;
  readonly platform?: string;
}

const OFTEN = [
  ['', 'namespaces'],
  ['', 'pods'],
  ['apps', 'deployments'],
  ['', 'services'],
  ['', 'configmaps'],
  ['', 'events'],
  ['rbac.authorization.k8s.io', 'clusterroles'],
  ['apiextensions.k8s.io', 'customresourcedefinitions'],
] as const;

/** Renders an overview of the server, with links. */
export function HomeView() {
  const { api, user, userGroups, groups } = useSession();
  const { value: version } = useLoaded((signal) => api.json<Version>({ path: '/version', signal }), [api]);
  const kinds = groups.reduce((sum, { resources }) => sum + resources.length, 0);
  const known = OFTEN.filter(([group, plural]) =>
    groups.some(({ name, resources }) => name === group && resources.some(({ resource }) => resource === plural)),
  );
  return (
    <>
      <h1>Overview</h1>
      <dl class="facts">
        <div>
          <dt>Server</dt>
          <dd>{location.host}</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{version?.gitVersion ?? '…'}</dd>
        </div>
        <div>
          <dt>Kinds</dt>
          <dd>
            {kinds} in {groups.length} groups
          </dd>
        </div>
        <div>
          <dt>You</dt>
          <dd>
            {user} <span class="muted">{userGroups.join(', ')}</span>
          </dd>
        </div>
      </dl>
      <h2>Often wanted</h2>
      <ul class="cards">
        {known.map(([group, resource]) => (
          <li key={resource}>
            <a href={fragmentOf({ view: 'table', group, resource, namespace: '' })}>
              {resource} <span class="muted">{group || 'core'}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="muted">
        Press <kbd>?</kbd> for the keys, <kbd>Ctrl</kbd> <kbd>K</kbd> to go to any kind.
      </p>
    </>
  );
}
