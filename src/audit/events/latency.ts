import { formatDuration } from '../../apimachinery/index.js';
import type { AdmissionExamination, ObservedRequest } from '../../request/index.js';

/** Requests that take longer get annotations, in milliseconds (upstream: writeLatencyToAnnotation). */
const SLOW_MS = 500;
const PREFIX = 'apiserver.latency.k8s.io/';

/** The time that webhooks have taken of a request, in milliseconds. */
interface WebhookTimes {
  /** They are called one after the other. */
  mutating: number;
  /** They are called at the same time. */
  validating: number;
}

const TIMES = new WeakMap<ObservedRequest, WebhookTimes>();

/** Adds the time of an admission webhook to that of its request. */
export function addWebhookTime(request: ObservedRequest, { plugin, outcome, seconds }: AdmissionExamination): void {
  if (outcome === 'skipped') return;
  let times = TIMES.get(request);
  if (!times) TIMES.set(request, (times = { mutating: 0, validating: 0 }));
  if (plugin === 'MutatingAdmissionWebhook') times.mutating += seconds * 1000;
  if (plugin === 'ValidatingAdmissionWebhook') times.validating = Math.max(times.validating, seconds * 1000);
}

/** The annotations of a request that was slow: its time, and that of webhooks. None where it was not. */
export function latencyAnnotations(request: ObservedRequest, totalMs: number): [string, string][] {
  if (totalMs <= SLOW_MS || !request.info.isResourceRequest) return [];
  const { mutating = 0, validating = 0 } = TIMES.get(request) ?? {};
  const layers: [string, number][] = [
    ['mutating-webhook', mutating],
    ['validating-webhook', validating],
    ['total', totalMs],
  ];
  return layers
    .filter(([, ms]) => ms > 0)
    .map(([layer, ms]) => [PREFIX + layer, formatDuration(BigInt(Math.round(ms * 1e6)))]);
}
