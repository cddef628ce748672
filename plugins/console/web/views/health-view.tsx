import { type HealthCheckLine, checksIn } from '../model/health-report.js';
import { Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';
import { LatencyChart } from './latency-chart.js';
import { useLatencies } from './use-latencies.js';

/** Renders the health of the server and its latency. */
export function HealthView() {
  return (
    <>
      <h1>Health and latency</h1>
      <LatencyCharts />
      <div class="columns">
        <Checks endpoint="readyz" title="Ready" />
        <Checks endpoint="livez" title="Alive" />
      </div>
    </>
  );
}

function LatencyCharts() {
  const { latencies, error } = useLatencies();
  if (error) return <Failure error={error} />;
  if (latencies.size === 0) return <Loading what="metrics, twice" />;
  const verbs = [...latencies].sort(([a], [b]) => a.localeCompare(b));
  return (
    <div class="charts">
      {verbs.map(([verb, samples]) => (
        <LatencyChart key={verb} verb={verb} samples={samples} />
      ))}
    </div>
  );
}

function Checks({ endpoint, title }: { readonly endpoint: string; readonly title: string }) {
  const { api } = useSession();
  const { value, error, reload } = useLoaded(
    async (signal): Promise<HealthCheckLine[]> => {
      const query = { verbose: 'true' };
      const answer = await api.text({ path: `/${endpoint}`, query, accept: 'text/plain', signal });
      return checksIn(answer.text);
    },
    [api, endpoint],
  );
  // A report that says that something fails comes with an error status.
  const checks = value ?? checksIn(error?.message ?? '');
  const failing = checks.filter(({ isPassing }) => !isPassing).length;
  return (
    <section class="panel" aria-label={title}>
      <header class="bar">
        <h2>{title}</h2>
        {checks.length > 0 && (
          <span class={`live ${failing === 0 ? 'good' : 'bad'}`}>{failing === 0 ? 'all pass' : `${failing} fail`}</span>
        )}
        <span class="grow" />
        <button type="button" onClick={reload}>
          Check again
        </button>
      </header>
      {error && checks.length === 0 && <Failure error={error} />}
      <ul class="checks">
        {checks.map(({ name, isPassing, remark }) => (
          <li key={name} class={isPassing ? 'good' : 'bad'}>
            <span class="mark" aria-label={isPassing ? 'passes' : 'fails'}>
              {isPassing ? '✓' : '✗'}
            </span>
            <span>{name}</span> <span class="muted">{remark}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
