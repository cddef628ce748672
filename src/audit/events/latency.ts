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

/** The milliseconds that parts of the work on one request took. */
export class LatencyTimes {
  /** Of the storage engine, whichever it is. */
  storage = 0;
  /** Of waiting for the client to read. */
  writing = 0;
  private serialized = 0;
  private serializedSince: number | undefined;

  /** Records the start of the serialization; its end may come after the last event of the request. */
  beginSerialization(): void {
    this.serializedSince = performance.now();
  }

  endSerialization(): void {
    this.serialized = this.serialization;
    this.serializedSince = undefined;
  }

  get serialization(): number {
    const running = this.serializedSince === undefined ? 0 : performance.now() - this.serializedSince;
    return this.serialized + running;
  }
}

/**
 * Returns the annotations of a request that was slow: its time and that of its parts, of queues and of webhooks. None
 * where it was not.
 */
export function latencyAnnotations(request: ObservedRequest, totalMs: number, times: LatencyTimes): [string, string][] {
  if (totalMs <= SLOW_MS || !request.info.isResourceRequest) return [];
  const { mutating = 0, validating = 0 } = TIMES.get(request) ?? {};
  const layers: [string, number][] = [
    ['apf-queue-wait', request.queuedMs],
    ['etcd', times.storage],
    ['serialize-response-object', times.serialization],
    ['response-write', times.writing],
    ['mutating-webhook', mutating],
    ['validating-webhook', validating],
    ['total', totalMs],
  ];
  return layers
    .filter(([, ms]) => ms > 0)
    .map(([layer, ms]) => [PREFIX + layer, formatDuration(BigInt(Math.round(ms * 1e6)))]);
}
