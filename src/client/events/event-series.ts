import { formatMicroTime } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { TokenBucket } from '../queue/token-bucket.js';
import { type EventObject, referenceKey, seriesKeyOf } from './event.js';

/** An event that is known, and whether it is to be written. */
interface KnownEvent {
  event: EventObject;
  /** Milliseconds on the monotonic clock. */
  lastObserved: number;
  refreshedAt: number;
}

/** Series whose last event is older than this end (upstream: finishTime). */
const FINISH_AFTER = 6 * 60_000;
/** The count of a continuing series is written again after this (upstream: refreshTime). */
const REFRESH_AFTER = 30 * 60_000;
/** Events, and objects they are about, that are known at a time (upstream: maxLruCacheEntries). */
const MOST_KNOWN = 4096;
/** New events of one object: so many at once, then one in five minutes (upstream: defaultSpamBurst, defaultSpamQPS). */
const SPAM_RATE = { burst: 25, perSecond: 1 / 300 };

/**
 * Joins equal events to series, so that what happens a thousand times is written a few times; and drops events of objects
 * that have too many different ones (upstream: tools/events, EventSourceObjectSpamFilter).
 */
export class EventSeries {
  private readonly known = new Map<string, KnownEvent>();
  private readonly spam = new Map<string, TokenBucket>();

  constructor(private readonly clock: Clock) {}

  /** Records an event. Returns what is to be written now: a new event, one that became a series, or nothing. */
  note(event: EventObject): EventObject | undefined {
    const key = seriesKeyOf(event);
    const known = this.known.get(key);
    const now = this.clock.monotonic();
    if (!known) return this.noteNew(key, event, now);
    known.lastObserved = now;
    const lastObservedTime = formatMicroTime(new Date(this.clock.now()));
    const count = (known.event.series?.count ?? 1) + 1;
    const isFirst = !known.event.series;
    known.event = { ...known.event, series: { count, lastObservedTime } };
    if (!isFirst) return undefined;
    known.refreshedAt = now;
    return known.event;
  }

  /** Records the metadata with which the server stored an event. */
  stored(event: EventObject, metadata: EventObject['metadata']): void {
    const known = this.known.get(seriesKeyOf(event));
    // A new event with the same key has another name.
    if (known && known.event.metadata.name === metadata.name) known.event = { ...known.event, metadata };
  }

  /** Returns the events whose series has ended or is to be written again; those that ended are forgotten. */
  due(): EventObject[] {
    const now = this.clock.monotonic();
    const due: EventObject[] = [];
    for (const [key, known] of this.known) {
      const isOver = now - known.lastObserved >= FINISH_AFTER;
      const isStale = now - known.refreshedAt >= REFRESH_AFTER;
      if (known.event.series && (isOver || isStale)) due.push(known.event);
      if (isOver) this.known.delete(key);
      else if (isStale) known.refreshedAt = now;
    }
    for (const [key, bucket] of this.spam) if (bucket.isFull) this.spam.delete(key);
    return due;
  }

  private noteNew(key: string, event: EventObject, now: number): EventObject | undefined {
    if (!this.spamBucketOf(event).take()) return undefined;
    forgetOldest(this.known);
    this.known.set(key, { event, lastObserved: now, refreshedAt: now });
    return event;
  }

  private spamBucketOf({ regarding }: EventObject): TokenBucket {
    const key = referenceKey(regarding);
    const bucket = this.spam.get(key) ?? new TokenBucket(SPAM_RATE, this.clock);
    // Put last, so that the oldest is the one used least recently.
    this.spam.delete(key);
    forgetOldest(this.spam);
    this.spam.set(key, bucket);
    return bucket;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size < MOST_KNOWN) return;
  const [oldest] = map.keys();
  map.delete(oldest);
}
