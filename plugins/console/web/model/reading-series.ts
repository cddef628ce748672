import { type Histogram, type Reading, countOf, difference, quantile, sumOf } from './metrics.js';

/** Requests between two readings. */
export interface RequestSample {
  /** The time of the later reading, in milliseconds. */
  readonly at: number;
  readonly perSecond: number;
  /** Responses with 4xx and 5xx, by the second. */
  readonly refusedPerSecond: number;
  readonly failedPerSecond: number;
  /** Seconds; undefined without requests. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

/** The requests that samples count: those of a verb, or all. */
export interface SampledRequests {
  readonly verb?: string;
}

/** Returns the requests between readings, the newest last: of one verb by its latencies, or of all by their status. */
export function samplesOf(readings: readonly Reading[], { verb }: SampledRequests = {}): RequestSample[] {
  return readings.slice(1).map((after, index) => sampleOf(after, readings[index], verb));
}

/** Returns the average since the server started: what is known before there are two readings. */
export function sinceStart({ at, startedAt, requests, latencies }: Reading): Omit<RequestSample, 'at'> | undefined {
  if (startedAt === undefined || startedAt >= at) return undefined;
  const histogram = sumOf(latencies.values());
  return ratesOf((digit) => requests.get(digit) ?? 0, histogram, (at - startedAt) / 1000);
}

function sampleOf(after: Reading, before: Reading, verb: string | undefined): RequestSample {
  const seconds = Math.max(0.001, (after.at - before.at) / 1000);
  const histogram = difference(latencyOf(after, verb), latencyOf(before, verb));
  if (verb !== undefined) {
    const perSecond = countOf(histogram) / seconds;
    return { at: after.at, perSecond, refusedPerSecond: 0, failedPerSecond: 0, ...quantilesOf(histogram) };
  }
  // A count that has become less began again with the server.
  const isRestarted = after.startedAt !== before.startedAt;
  const count = (digit: number): number =>
    (after.requests.get(digit) ?? 0) - (isRestarted ? 0 : (before.requests.get(digit) ?? 0));
  return { at: after.at, ...ratesOf(count, histogram, seconds) };
}

function ratesOf(count: (digit: number) => number, histogram: Histogram, seconds: number): Omit<RequestSample, 'at'> {
  const all = [1, 2, 3, 4, 5].reduce((sum, digit) => sum + count(digit), 0);
  return {
    perSecond: all / seconds,
    refusedPerSecond: count(4) / seconds,
    failedPerSecond: count(5) / seconds,
    ...quantilesOf(histogram),
  };
}

function latencyOf({ latencies }: Reading, verb: string | undefined): Histogram {
  if (verb === undefined) return sumOf(latencies.values());
  return latencies.get(verb) ?? { bounds: [], counts: [] };
}

function quantilesOf(histogram: Histogram): Pick<RequestSample, 'p50' | 'p99'> {
  return { p50: quantile(histogram, 0.5), p99: quantile(histogram, 0.99) };
}
