import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { type Histogram, countOf, difference, latenciesIn, quantile } from '../model/metrics.js';
import { useSession } from '../ui/session.js';

/** Requests of a verb within one interval. */
export interface LatencySample {
  readonly perSecond: number;
  /** Milliseconds; undefined without requests. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

/** Samples of each verb, the newest last. */
export type Latencies = ReadonlyMap<string, readonly LatencySample[]>;

const INTERVAL = 5000;
const SAMPLES = 60;

/** Reads the latencies of requests again and again. */
export function useLatencies(): { readonly latencies: Latencies; readonly error: ApiError | undefined } {
  const { api } = useSession();
  const [latencies, setLatencies] = useState<Latencies>(new Map());
  const [error, setError] = useState<ApiError | undefined>();
  const before = useRef<Map<string, Histogram> | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const read = async (): Promise<void> => {
      const { text } = await api.text({ path: '/metrics', accept: 'text/plain', signal: controller.signal });
      const now = latenciesIn(text);
      const last = before.current;
      before.current = now;
      if (last) setLatencies((known) => withSamples(known, now, last));
    };
    const fail = (fault: ApiError): void => void (!controller.signal.aborted && setError(fault));
    void read().catch(fail);
    const timer = setInterval(() => void read().then(() => setError(undefined), fail), INTERVAL);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [api]);
  return { latencies, error };
}

function withSamples(
  known: Latencies,
  now: ReadonlyMap<string, Histogram>,
  last: ReadonlyMap<string, Histogram>,
): Latencies {
  const next = new Map(known);
  for (const [verb, histogram] of now) {
    const interval = difference(histogram, last.get(verb));
    const inMs = (fraction: number): number | undefined => {
      const seconds = quantile(interval, fraction);
      return seconds === undefined ? undefined : seconds * 1000;
    };
    const sample = { perSecond: (countOf(interval) * 1000) / INTERVAL, p50: inMs(0.5), p99: inMs(0.99) };
    next.set(verb, [...(known.get(verb) ?? []), sample].slice(-SAMPLES));
  }
  return next;
}
