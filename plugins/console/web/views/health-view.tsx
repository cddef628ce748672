import { latencyText, rateText } from '../model/figures.js';
import type { HealthCheckLine } from '../model/health-report.js';
import { quantile } from '../model/metrics.js';
import type { Reading } from '../model/metrics.js';
import { type RequestSample, samplesOf } from '../model/reading-series.js';
import { Failure } from '../ui/parts.js';
import { BucketChart } from './bucket-chart.js';
import { ServerStats } from './overview/server-stats.js';
import { TimeChart } from './time-chart.js';
import { useChecks } from './use-checks.js';
import { useReadings } from './use-readings.js';

/** Renders the health of the server: what it does, its latency by verb, and its checks. */
export function HealthView() {
  const readings = useReadings();
  const verbs = [...(readings.readings.at(-1)?.latencies.keys() ?? [])].sort();
  return (
    <>
      <h1>Health and latency</h1>
      <ServerStats readings={readings} />
      {verbs.length > 0 && <h2 class="section-title">Latency by verb</h2>}
      <div class="charts">
        {verbs.map((verb) => (
          <VerbChart key={verb} verb={verb} readings={readings.readings} />
        ))}
      </div>
      <div class="columns">
        <Checks endpoint="readyz" title="Ready" />
        <Checks endpoint="livez" title="Alive" />
      </div>
    </>
  );
}

/** Renders the latency of one verb: of the last minutes, or of all since the start while there are no two readings. */
function VerbChart({ verb, readings }: { readonly verb: string; readonly readings: readonly Reading[] }) {
  const samples = samplesOf(readings, { verb });
  const newest = samples.findLast(({ p99 }) => p99 !== undefined);
  const all = readings.at(-1)!.latencies.get(verb)!;
  const [p50, p99] = newest ? [newest.p50, newest.p99] : [quantile(all, 0.5), quantile(all, 0.99)];
  const label = `${verb}: median ${latencyText(p50)}, 99 % below ${latencyText(p99)}`;
  const points = (pick: (sample: RequestSample) => number | undefined) =>
    samples.map((sample) => ({ at: sample.at, value: pick(sample) }));
  return (
    <figure class="chart">
      <figcaption>
        <strong>{verb}</strong>{' '}
        <span class="muted">{newest ? rateText(samples.at(-1)!.perSecond) : 'since the start'}</span>
        <span class="grow" />
        <span class="p50">p50 {latencyText(p50)}</span> <span class="p99">p99 {latencyText(p99)}</span>
      </figcaption>
      {newest ? (
        <TimeChart
          label={label}
          series={[
            { name: 'p99', colour: 'second', points: points((sample) => sample.p99) },
            { name: 'p50', colour: 'first', points: points((sample) => sample.p50) },
          ]}
          format={latencyText}
        />
      ) : (
        <BucketChart label={label} histogram={all} />
      )}
    </figure>
  );
}

function Checks({ endpoint, title }: { readonly endpoint: 'livez' | 'readyz'; readonly title: string }) {
  const { checks, error, reload } = useChecks(endpoint);
  const failing = checks.filter(({ isPassing }) => !isPassing);
  const passing = checks.filter(({ isPassing }) => isPassing);
  return (
    <section class="panel" aria-label={title}>
      <header class="bar">
        <h2>{title}</h2>
        {checks.length > 0 && (
          <span class={`live ${failing.length === 0 ? 'good' : 'bad'}`}>
            {failing.length === 0 ? 'all pass' : `${failing.length} fail`}
          </span>
        )}
        <span class="grow" />
        <button type="button" onClick={reload}>
          Check again
        </button>
      </header>
      {error && <Failure error={error} />}
      <CheckList checks={failing} />
      {passing.length > 0 && (
        <details>
          <summary>
            {passing.length} {passing.length === 1 ? 'check passes' : 'checks pass'}
          </summary>
          <CheckList checks={passing} />
        </details>
      )}
    </section>
  );
}

function CheckList({ checks }: { readonly checks: readonly HealthCheckLine[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="checks">
      {checks.map(({ name, isPassing, remark }) => (
        <li key={name} class={isPassing ? 'good' : 'bad'}>
          <span class="mark" role="img" aria-label={isPassing ? 'passes' : 'fails'}>
            {isPassing ? '✓' : '✗'}
          </span>
          <span>{name}</span> <span class="muted">{remark}</span>
        </li>
      ))}
    </ul>
  );
}
