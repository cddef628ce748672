import type { Readings } from '../../api/server-readings.js';
import { bytesText, countText, latencyText, rateText, shareText } from '../../model/figures.js';
import type { Reading } from '../../model/metrics.js';
import { type RequestSample, samplesOf, sinceStart } from '../../model/reading-series.js';
import { ageOf } from '../../ui/age.js';
import { Failure, Loading } from '../../ui/parts.js';
import { StatCard } from '../stat-card.js';
import { type ChartPoint, TimeChart } from '../time-chart.js';

/** What the metrics say of requests: those between the readings, and the average since the start. */
interface RequestFigures {
  readonly samples: readonly RequestSample[];
  readonly average: Omit<RequestSample, 'at'> | undefined;
  /** The newest sample, or the average before there is one. */
  readonly now: Omit<RequestSample, 'at'> | undefined;
  readonly age: string;
}

/** Renders the figures of the server: a picture at once, of all since its start, and then of the last minutes. */
export function ServerStats({ readings: { readings, error } }: { readonly readings: Readings }) {
  const last = readings.at(-1);
  if (!last && error?.code === 403) return <NoMetrics />;
  if (!last && error) return <Failure error={error} />;
  if (!last) return <Loading what="the metrics of the server" />;
  const samples = samplesOf(readings);
  const average = sinceStart(last);
  const age = last.startedAt === undefined ? '' : ageOf(new Date(last.startedAt).toISOString(), last.at);
  const figures = { samples, average, now: samples.at(-1) ?? average, age };
  return (
    <>
      {error && <p class="warning">The metrics could not be read just now: {error.message}</p>}
      <div class="stats">
        <RequestCards {...figures} />
        <LatencyCard {...figures} />
        <StateCards readings={readings} last={last} />
      </div>
    </>
  );
}

/** Says which right is missing. */
function NoMetrics() {
  return (
    <p class="notice">
      Requests, errors, latency and the size of the store are shown to users who may <code>get</code> the path{' '}
      <code>/metrics</code>, which you may not.
    </p>
  );
}

function RequestCards({ samples, average, now, age }: RequestFigures) {
  const points = pointsIn(samples);
  const since = sinceText(age);
  const requests = now ? rateText(now.perSecond) : '–';
  const failed = now ? shareText(now.failedPerSecond, now.perSecond) : '–';
  const refused = now ? shareText(now.refusedPerSecond, now.perSecond) : '–';
  return (
    <>
      <StatCard title="Requests" value={requests} note={average ? `${rateText(average.perSecond)} ${since}` : ''}>
        <TimeChart
          label={`Requests: ${requests}`}
          series={[{ name: 'requests', colour: 'first', points: points(({ perSecond }) => perSecond) }]}
          level={average?.perSecond}
          format={rateText}
        />
      </StatCard>
      <StatCard
        title="Errors"
        value={`${failed} failed`}
        note={`${refused} refused (4xx)${average ? `; ${shareText(average.failedPerSecond, average.perSecond)} failed ${since}` : ''}`}
        state={now && now.failedPerSecond > 0 ? 'bad' : ''}
      >
        <TimeChart
          label={`Failed requests: ${failed}; refused: ${refused}`}
          series={[
            { name: 'refused', colour: 'second', points: points(({ refusedPerSecond }) => refusedPerSecond) },
            { name: 'failed', colour: 'third', points: points(({ failedPerSecond }) => failedPerSecond) },
          ]}
          level={average && average.failedPerSecond + average.refusedPerSecond}
          format={rateText}
        />
      </StatCard>
    </>
  );
}

function LatencyCard({ samples, average, now, age }: RequestFigures) {
  const points = pointsIn(samples);
  return (
    <StatCard
      title="Latency"
      value={`p99 ${latencyText(now?.p99)}`}
      note={`median ${latencyText(now?.p50)}${average ? `; p99 ${latencyText(average.p99)} ${sinceText(age)}` : ''}`}
    >
      <TimeChart
        label={`Latency: 99 % below ${latencyText(now?.p99)}, median ${latencyText(now?.p50)}`}
        series={[
          { name: 'p99', colour: 'second', points: points(({ p99 }) => p99) },
          { name: 'p50', colour: 'first', points: points(({ p50 }) => p50) },
        ]}
        level={average?.p99}
        format={latencyText}
      />
    </StatCard>
  );
}

/** Returns how to make a series of the samples. */
function pointsIn(samples: readonly RequestSample[]) {
  return (pick: (sample: RequestSample) => number | undefined): ChartPoint[] =>
    samples.map((sample) => ({ at: sample.at, value: pick(sample) }));
}

function sinceText(age: string): string {
  return age === '' ? 'since the start' : `since the start ${age} ago`;
}

function StateCards({ readings, last }: { readonly readings: readonly Reading[]; readonly last: Reading }) {
  const points = (pick: (reading: Reading) => number | undefined): ChartPoint[] =>
    readings.map((reading) => ({ at: reading.at, value: pick(reading) }));
  const total = (reading: Reading): number => [...reading.objects.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...last.objects.values()].filter((count) => count > 0).length;
  const size = last.storeBytes === undefined ? '–' : bytesText(last.storeBytes);
  return (
    <>
      <StatCard title="Watches" value={countText(last.watches)} note="open, those of this page among them">
        <TimeChart
          label={`Watches: ${last.watches}`}
          series={[{ name: 'watches', colour: 'first', points: points(({ watches }) => watches) }]}
          level={last.watches}
          format={countText}
        />
      </StatCard>
      <StatCard title="Objects" value={countText(total(last))} note={`of ${kinds} kinds`}>
        <TimeChart
          label={`Objects: ${countText(total(last))}`}
          series={[{ name: 'objects', colour: 'first', points: points(total) }]}
          level={total(last)}
          format={countText}
        />
      </StatCard>
      <StatCard title="Store" value={size} note="on the disk, with the history that is kept">
        <TimeChart
          label={`Size of the store: ${size}`}
          series={[{ name: 'store', colour: 'first', points: points(({ storeBytes }) => storeBytes) }]}
          level={last.storeBytes}
          format={bytesText}
        />
      </StatCard>
    </>
  );
}
