import { sum, quantile } from './statistics.mjs';

/**
 * Returns requests per second, latencies in milliseconds and, where the server's processes are known, the processor time
 * of a request in microseconds: of all processes (`serverTime`), and of each (`processTimes`).
 */
export function figuresOf({ latencies, unexpected, elapsed, before, after }) {
  const sorted = Float64Array.from(latencies).sort();
  const answers = sorted.length + unexpected;
  const times = before?.map((time, index) => (after[index] - time) / answers);
  return {
    rate: (sorted.length / elapsed) * 1000,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    unexpected,
    ...(times && { serverTime: sum(times), processTimes: times }),
  };
}
