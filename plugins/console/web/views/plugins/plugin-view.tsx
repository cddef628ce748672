import type { ApiError } from '../../api/api-error.js';
import { type Group, type Resource, apiVersionOf } from '../../api/discovery.js';
import { type HealthCheckLine, checksIn } from '../../model/health-report.js';
import { type GroupMetrics, groupMetricsOf, pluginNameOf } from '../../model/group-metrics.js';
import { fragmentOf } from '../../router.js';
import { Empty } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { TableHead } from '../../ui/table-head.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { PluginExamples } from './plugin-examples.js';
import { PluginHealth } from './plugin-health.js';
import { PluginMetrics } from './plugin-metrics.js';

/** Renders a group: its kinds, their examples, its health and its metrics. */
export function PluginView({ group: name }: { readonly group: string }) {
  const { api, groups } = useSession();
  const group = groups.find((each) => each.name === name);
  const metrics = useLoaded(
    async (signal) => groupMetricsOf((await api.text({ path: '/metrics', accept: 'text/plain', signal })).text, name),
    [api, name],
  );
  const checks = useLoaded((signal) => readChecks(() => api.text({ ...READY, signal })), [api]);
  if (!group)
    return <Empty title={`The server has no group ${name || 'core'}`}>Its plugin may have been removed.</Empty>;
  return (
    <div class="details">
      <h1>
        {name || 'core'} <span class="muted">{group.versions.join(', ')}</span>
      </h1>
      <Kinds group={group} metrics={metrics.value} />
      <PluginExamples group={group} />
      <PluginHealth group={name} checks={checksFor(checks.value ?? [], name)} error={checks.error} />
      <PluginMetrics metrics={metrics.value} error={metrics.error} onReload={metrics.reload} />
    </div>
  );
}

const READY = { path: '/readyz', query: { verbose: 'true' }, accept: 'text/plain' };

/** A report that says that something fails comes with an error status. */
async function readChecks(read: () => Promise<{ readonly text: string }>): Promise<HealthCheckLine[]> {
  try {
    return checksIn((await read()).text);
  } catch (fault) {
    const checks = checksIn((fault as ApiError).message);
    if (checks.length === 0) throw fault;
    return checks;
  }
}

/** Returns the checks whose names have the name of the plugin as a word. */
function checksFor(checks: readonly HealthCheckLine[], group: string): HealthCheckLine[] {
  const plugin = pluginNameOf(group);
  return checks.filter(({ name }) => group !== '' && (name.includes(group) || name.split(/[/-]/).includes(plugin)));
}

function Kinds({ group, metrics }: { readonly group: Group; readonly metrics: GroupMetrics | undefined }) {
  return (
    <section aria-label="Kinds">
      <h2>Kinds</h2>
      <div class="table-scroll">
        <table>
          <TableHead names={['Kind', 'Resource', 'Version', 'Scope', 'Objects', 'Verbs']} />
          <tbody>
            {group.resources.map((resource) => (
              <KindRow key={resource.resource} resource={resource} metrics={metrics} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function KindRow({ resource, metrics }: { readonly resource: Resource; readonly metrics: GroupMetrics | undefined }) {
  const { group, resource: plural, kind, version, isNamespaced, verbs } = resource;
  const count = metrics?.objects.get(group === '' ? plural : `${plural}.${group}`);
  return (
    <tr>
      <td class="name">
        <a href={fragmentOf({ view: 'explain', group, version, resource: plural })}>{kind}</a>
      </td>
      <td>
        {verbs.has('list') ? (
          <a href={fragmentOf({ view: 'table', group, resource: plural, namespace: '' })}>{plural}</a>
        ) : (
          plural
        )}
      </td>
      <td>{apiVersionOf(resource)}</td>
      <td>{isNamespaced ? 'namespace' : 'cluster'}</td>
      <td class="number">{count}</td>
      <td class="wrap muted">{[...verbs].join(', ')}</td>
    </tr>
  );
}
