/**
 * Figures that have to stay level, each with its largest growth in an hour of the second half: a part of its mean there,
 * or an amount where that is more.
 */
const RULES = [
  { name: 'residentMB', part: 0.05, amount: 15, what: 'resident memory, MB' },
  { name: 'heapMB', part: 0.1, amount: 15, what: 'heap in use, MB' },
  { name: 'files', part: 0.02, amount: 2, what: 'open files' },
  { name: 'getP99Ms', part: 0.3, amount: 3, what: 'gets, p99, ms' },
  { name: 'loopDelayP99Ms', part: 0.3, amount: 5, what: 'delay of the event loop, p99, ms' },
];
/** Samples that a slope is computed from, at least: a few minutes say nothing. */
const FEWEST = 10;

/** Returns for each figure its mean, its slope in an hour of the second half (least squares), and whether it is level. */
export function judgeSoak(samples) {
  const half = samples.slice(Math.floor(samples.length / 2));
  const failed = samples.reduce((sum, { failed: count }) => sum + count, 0);
  const levels = RULES.map(({ name, part, amount, what }) => {
    const points = half.map((sample) => [sample.minute / 60, sample[name]]);
    const mean = points.reduce((sum, [, value]) => sum + value, 0) / points.length;
    const slope = slopeOf(points);
    return { what, mean, slope, isLevel: half.length < FEWEST || slope <= Math.max(mean * part, amount) };
  });
  return [...levels, { what: 'requests that failed', mean: failed, slope: 0, isLevel: failed === 0 }];
}

function slopeOf(points) {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const square = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return square === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / square;
}

/** Returns the report as a page. */
export function soakPage(samples, verdicts, { rate, node }) {
  const lines = verdicts.map(
    ({ what, mean, slope, isLevel }) =>
      `| ${what} | ${mean.toFixed(1)} | ${slope.toFixed(1)} | ${isLevel ? 'level' : 'RISES'} |`,
  );
  const step = Math.max(1, Math.ceil(samples.length / 20));
  const shown = samples.filter(({ minute }) => minute === 1 || minute % step === 0);
  return `# The last soak

\`npm run soak -- --minutes ${samples.length} --rate ${rate}\`, Node ${node}. Written by tools/soak.mjs.

| Figure | Mean of the second half | Growth in an hour of it | |
| --- | --- | --- | --- |
${lines.join('\n')}

| Minute | Resident MB | Heap MB | Files | Processor % | Loop delay p99 ms | Requests | Failed | Get p50 ms | Get p99 ms | Events |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${shown.map(rowOf).join('\n')}
`;
}

function rowOf(sample) {
  const { minute, residentMB, heapMB, files, processorPercent, loopDelayP99Ms, ...load } = sample;
  const { requests, failed, getP50Ms, getP99Ms, events } = load;
  const cells = [minute, residentMB, heapMB, files, processorPercent ?? '', loopDelayP99Ms, requests, failed];
  return `| ${[...cells, getP50Ms, getP99Ms, events].join(' | ')} |`;
}
