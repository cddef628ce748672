import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Clock,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions, failure } from '../../../src/plugin-api/built-in.js';
import { type EventLimit, readEventLimits } from './event-rate-limit.configuration.js';
import type { Event } from './event.v1.js';
import { TokenBucket, TokenBuckets } from './token-bucket.js';

interface Enforcer {
  readonly limit: EventLimit;
  readonly buckets: TokenBuckets;
}

const KEYS: Readonly<Record<EventLimit['type'], (attributes: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object }) => keyOfSource(object as Partial<Event> | undefined),
};

/**
 * Limits how fast events are written: all of them, those of a namespace, of a user, or of a source about an object. Those
 * that come through events.k8s.io count too, as they are the same objects.
 */
@Injectable()
export class EventRateLimitAdmission extends AdmissionPlugin {
  readonly name = 'EventRateLimit';
  override readonly isOnByDefault = false;
  private enforcers: readonly Enforcer[] = [];

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ApiServerOptions) private readonly options: Pick<ApiServerOptions, 'workers'>,
  ) {
    super();
  }

  override configure(configuration: unknown): void {
    const { workers } = this.options;
    this.enforcers = readEventLimits(configuration).map((limit) => {
      // A worker sees its part of the events only.
      const rate = { qps: limit.qps / Math.max(workers.count, 1), burst: workers.shareOf(limit.burst) };
      const buckets = new TokenBuckets(limit.cacheSize, () => new TokenBucket(rate, this.clock.monotonic()));
      return { limit, buckets };
    });
  }

  handles(operation: AdmissionOperation, { group, resource }: AdmittedResource): boolean {
    const isOfEvents = resource === 'events' && (group === '' || group === 'events.k8s.io');
    return isOfEvents && (operation === 'CREATE' || operation === 'UPDATE');
  }

  /** Checks all limits: each counts the event, also after one that is reached. */
  override validate(attributes: AdmissionAttributes): void {
    if (attributes.dryRun) return;
    const now = this.clock.monotonic();
    const faults = this.enforcers.flatMap(({ limit: { type }, buckets }) => {
      const key = KEYS[type](attributes);
      return buckets.get(key).take(now) ? [] : [`limit reached on type ${type} for key ${key}`];
    });
    if (faults.length === 0) return;
    const distinct = [...new Set(faults)];
    throw failure(429, distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`, { reason: 'TooManyRequests' });
  }
}

function keyOfSource({ source = {}, involvedObject = {} }: Partial<Event> = {}): string {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source.component, source.host, kind, namespace, name, uid, apiVersion].map((part) => part ?? '').join('');
}
