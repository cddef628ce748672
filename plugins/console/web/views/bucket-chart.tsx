import { latencyText } from '../model/figures.js';
import type { Histogram } from '../model/metrics.js';

const WIDTH = 300;
const HEIGHT = 64;

/** Renders a histogram as bars: how many values there are up to each bound. */
export function BucketChart({
  label,
  histogram: { bounds, counts },
}: {
  readonly label: string;
  readonly histogram: Histogram;
}) {
  const own = counts.map((count, index) => count - (counts[index - 1] ?? 0));
  const first = Math.max(0, own.findIndex((count) => count > 0) - 1);
  const last = own.findLastIndex((count) => count > 0) + 1;
  const shown = own.slice(first, Math.max(last, first + 1));
  const most = Math.max(...shown, 1);
  const width = WIDTH / shown.length;
  const bound = (index: number): string => (Number.isFinite(bounds[index]) ? latencyText(bounds[index]) : 'more');
  return (
    <div class="time-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {shown.map((count, index) => {
          const height = (count / most) * (HEIGHT - 4);
          return (
            <rect
              key={index}
              class="bucket"
              x={index * width + 1}
              y={HEIGHT - height}
              width={width - 2}
              height={height}
            />
          );
        })}
      </svg>
      <p class="chart-times" aria-hidden="true">
        <span>{bound(first)}</span>
        <span>{bound(first + shown.length - 1)}</span>
      </p>
    </div>
  );
}
