import type { LatencySample } from './use-latencies.js';

const WIDTH = 260;
const HEIGHT = 56;
const SLOTS = 60;

/** Renders the latencies of one verb over the last minutes: the median and the slowest of a hundred. */
export function LatencyChart({ verb, samples }: { readonly verb: string; readonly samples: readonly LatencySample[] }) {
  const newest = samples.at(-1);
  const most = Math.max(1, ...samples.map(({ p99 }) => p99 ?? 0));
  const lineOf = (pick: (sample: LatencySample) => number | undefined): string =>
    samples
      .map((sample, index) => ({ value: pick(sample), x: ((index + SLOTS - samples.length) * WIDTH) / (SLOTS - 1) }))
      .filter((point): point is { value: number; x: number } => point.value !== undefined)
      .map(
        ({ value, x }, index) =>
          `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(HEIGHT - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
      )
      .join('');
  const text = `${verb}: median ${shown(newest?.p50)}, 99 % below ${shown(newest?.p99)}`;
  return (
    <figure class="chart">
      <figcaption>
        <strong>{verb}</strong> <span class="muted">{newest ? newest.perSecond.toFixed(1) : 0}/s</span>
        <span class="grow" />
        <span class="p50">p50 {shown(newest?.p50)}</span> <span class="p99">p99 {shown(newest?.p99)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} preserveAspectRatio="none">
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <path class="line p99" d={lineOf(({ p99 }) => p99)} />
        <path class="line p50" d={lineOf(({ p50 }) => p50)} />
      </svg>
    </figure>
  );
}

function shown(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
