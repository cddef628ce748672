/** Values over time. */
export interface ChartSeries {
  readonly name: string;
  /** The class that has its colour. */
  readonly colour: 'first' | 'second' | 'third';
  readonly points: readonly ChartPoint[];
}

/** A value at a time in milliseconds; undefined leaves a gap. */
export interface ChartPoint {
  readonly at: number;
  readonly value: number | undefined;
}

const WIDTH = 300;
const HEIGHT = 64;
/** The shortest and longest time that a chart shows. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 600_000;
const MINUTE_MS = 60_000;

/** Renders values of the last minutes as lines. Before there are two of a series, a level that is known is its picture. */
export function TimeChart({
  label,
  series,
  level,
  format,
}: {
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** A value to compare with, such as the average since the start. */
  readonly level?: number;
  readonly format: (value: number) => string;
}) {
  const times = series.flatMap(({ points }) => points.map(({ at }) => at));
  const end = Math.max(...times, 0);
  const begin = Math.min(end - SHORTEST_MS, Math.max(end - LONGEST_MS, Math.min(...times, end)));
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const most = Math.max(...values, level ?? 0) || 1;
  const x = (at: number): number => ((at - begin) / (end - begin)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / most) * (HEIGHT - 4);
  const minutes = Math.round((end - begin) / MINUTE_MS);
  return (
    <div class="time-chart">
      <p class="chart-most" aria-hidden="true">
        {format(most)}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {level !== undefined && <line class="level" x1="0" x2={WIDTH} y1={y(level)} y2={y(level)} />}
        {series.map(({ name, colour, points }) => (
          <path key={name} class={`line ${colour}`} d={pathOf(points, x, y)} />
        ))}
      </svg>
      <p class="chart-times" aria-hidden="true">
        {values.length > 0 ? <span>{minutes} min ago</span> : <span>since the start</span>}
        <span>now</span>
      </p>
    </div>
  );
}

/** A line through the points; gaps begin a new one. A point alone is a short line. */
function pathOf(points: readonly ChartPoint[], x: (at: number) => number, y: (value: number) => number): string {
  return points
    .map(({ at, value }, index) => {
      if (value === undefined || x(at) < 0) return '';
      const place = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      const before = points[index - 1];
      if (before?.value !== undefined && x(before.at) >= 0) return `L${place}`;
      return points[index + 1]?.value === undefined ? `M${place}h-4` : `M${place}`;
    })
    .join('');
}
