import type { ApiObject } from '../api/objects.js';
import { fragmentOf } from '../router.js';
import { TableHead } from '../ui/table-head.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

interface ApiService extends ApiObject {
  readonly spec?: { readonly group?: string; readonly service?: { readonly namespace: string; readonly name: string } };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** Renders the groups of the server, each with its plugin's kinds, and where they come from. */
export function GroupsView() {
  const { api, groups } = useSession();
  const { value: services = [] } = useLoaded(
    async (signal) => {
      const path = '/apis/apiregistration.k8s.io/v1/apiservices';
      return (await api.json<{ items: ApiService[] | null }>({ path, signal })).items ?? [];
    },
    [api],
  );
  return (
    <>
      <h1>Groups and plugins</h1>
      <p class="muted">Every group is a plugin of this server, custom resources, or an extension server's.</p>
      <div class="table-scroll">
        <table>
          <TableHead names={['Group', 'Versions', 'Served by', 'State', 'Kinds']} />
          <tbody>
            {groups.map(({ name, versions, resources }) => (
              <tr key={name}>
                <td class="name">
                  <a href={fragmentOf({ view: 'plugin', group: name })}>{name || 'core'}</a>
                </td>
                <td>{versions.join(', ')}</td>
                <td>{sourceOf(services, name)}</td>
                <td class={stateOf(services, name).className}>{stateOf(services, name).text}</td>
                <td class="wrap">
                  {resources.map(({ resource, kind, version }) => (
                    <a
                      key={resource}
                      class="kind-link"
                      href={fragmentOf({ view: 'explain', group: name, version, resource })}
                    >
                      {kind}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function sourceOf(services: readonly ApiService[], group: string): string {
  const remote = services.find(({ spec }) => spec?.group === group && spec.service)?.spec?.service;
  return remote ? `extension server ${remote.namespace}/${remote.name}` : 'this server';
}

function stateOf(services: readonly ApiService[], group: string): { text: string; className: string } {
  const conditions = services
    .filter(({ spec }) => (spec?.group ?? '') === group)
    .flatMap(({ status }) => status?.conditions ?? []);
  const fault = conditions.find(({ type, status }) => type === 'Available' && status !== 'True');
  if (fault) return { text: fault.message ?? 'not available', className: 'state bad' };
  return { text: 'available', className: 'state good' };
}
