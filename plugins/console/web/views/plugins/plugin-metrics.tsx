import type { ApiError } from '../../api/api-error.js';
import type { GroupMetrics } from '../../model/group-metrics.js';
import { Failure, Loading } from '../../ui/parts.js';
import { TableHead } from '../../ui/table-head.js';

/** Renders the requests for the resources of a group since the server started, and the metrics named after its plugin. */
export function PluginMetrics({
  metrics,
  error,
  onReload,
}: {
  readonly metrics: GroupMetrics | undefined;
  readonly error: ApiError | undefined;
  readonly onReload: () => void;
}) {
  return (
    <section aria-label="Metrics">
      <header class="bar">
        <h2>Metrics</h2>
        <span class="grow" />
        <button type="button" onClick={onReload}>
          Read again
        </button>
      </header>
      {error && <Failure error={error} />}
      {!metrics && !error && <Loading what="metrics" />}
      {metrics?.byResource.length === 0 && <p class="notice">There were no requests since the server started.</p>}
      {metrics && metrics.byResource.length > 0 && <Requests metrics={metrics} />}
      {metrics && metrics.own.length > 0 && <Own metrics={metrics} />}
    </section>
  );
}

function Requests({ metrics }: { readonly metrics: GroupMetrics }) {
  return (
    <div class="table-scroll">
      <table>
        <TableHead names={['Resource', 'Requests', 'Failed (5xx)', 'Mean time']} />
        <tbody>
          {metrics.byResource.map(({ resource, requests, failures, meanMs }) => (
            <tr key={resource}>
              <td class="name">{resource}</td>
              <td class="number">{requests}</td>
              <td class={failures > 0 ? 'number state bad' : 'number'}>{failures}</td>
              <td class="number">{meanMs === undefined ? '' : `${meanMs.toFixed(1)} ms`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Own({ metrics }: { readonly metrics: GroupMetrics }) {
  return (
    <details class="members">
      <summary>
        Metrics of the plugin <span class="muted">{metrics.own.length}</span>
      </summary>
      <ul>
        {metrics.own.map(({ name, labels, value }) => (
          <li key={`${name}${labels}`}>
            <code>{labels === '' ? name : `${name}{${labels}}`}</code>: {value}
          </li>
        ))}
      </ul>
    </details>
  );
}
