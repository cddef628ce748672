import { hostname } from 'node:os';
import { formatMicroTime, isAlreadyExists, isDns1123Subdomain, isNotFound, newUuid } from '../../apimachinery/index.js';
import type { Timer } from '../../observability/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { Client } from '../client.js';
import { isNamespaceTerminating } from '../requests/api-errors.js';
import { EVENTS, type EventObject, type EventReference } from './event.js';
import { EventSeries } from './event-series.js';

/**
 * The identity of a recorder of events.
 *
 * @public
 * @example
 * const settings: EventRecorderSettings = { controller: 'harbor.example.com/tide' };
 */
export interface EventRecorderSettings {
  /** The name of the controller, such as `harbor.example.com/tide`. */
  readonly controller: string;
  /** Distinguishes instances of the controller; the host name where unset. */
  readonly instance?: string;
}

/**
 * An event of an object.
 *
 * @public
 * @example
 * const event: RecordedEvent = { type: 'Normal', reason: 'Moored', action: 'Moor', note: 'aurora has moored' };
 */
export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  /** One word, for programs: `FailedScheduling`. */
  readonly reason: string;
  /** The action of the controller, one word. */
  readonly action: string;
  /** For people; cut at 1 kB. */
  readonly note: string;
  /** Another object that has to do with it. */
  readonly related?: EventReference;
}

/** Longer notes are rejected by servers, in bytes. */
const LONGEST_NOTE = 1024;
/** Events that wait to be written; what comes beyond is dropped (upstream: maxQueuedEvents). */
const MOST_WAITING = 1000;
/** Attempts for one event, and the milliseconds between them (upstream: maxTriesPerEvent, defaultSleepDuration). */
const MOST_ATTEMPTS = 12;
const RETRY_WAIT = 10_000;
/** Milliseconds between looks for series that have ended. */
const LOOK_PERIOD = 60_000;

/**
 * Records events about objects (events.k8s.io/v1). Nothing waits for them and nothing fails by them: equal ones become a
 * series, objects with too many are limited, and what cannot be written is logged and dropped.
 *
 * @public
 * @example
 * const recorder = new EventRecorder(client, { controller: 'harbor.example.com/tide' });
 * const berth = await client.of(Berth).namespace('harbor').get('north');
 * const event: RecordedEvent = { type: 'Normal', reason: 'Moored', action: 'Moor', note: 'aurora has moored' };
 * recorder.record(eventReference(Berth, berth), event);
 * await recorder.stop();
 */
export class EventRecorder {
  private readonly series: EventSeries;
  private readonly waiting: EventObject[] = [];
  private readonly ending = new AbortController();
  private readonly looking: Timer;
  private writing: Promise<void> | undefined;
  private count = 0;

  constructor(
    private readonly client: Client,
    private readonly settings: EventRecorderSettings,
  ) {
    this.series = new EventSeries(client.clock);
    this.looking = client.clock.repeat(LOOK_PERIOD, () => this.series.due().forEach((event) => this.enqueue(event)));
  }

  /** Records an event about an object. */
  record(regarding: EventReference, event: RecordedEvent): void {
    if (this.ending.signal.aborted) return;
    const due = this.series.note(this.eventOf(regarding, event));
    if (due) this.enqueue(due);
  }

  /** Writes what waits, for five seconds at most, and records nothing more. */
  async stop(): Promise<void> {
    this.looking.cancel();
    const { clock } = this.client;
    await Promise.race([this.writing, clock.sleep(5_000, this.ending.signal)]);
    this.ending.abort();
    await this.writing;
  }

  private eventOf(regarding: EventReference, { note, related, ...what }: RecordedEvent): EventObject {
    const { controller, instance = hostname() } = this.settings;
    const { clock } = this.client;
    const now = clock.now();
    const namespace = regarding.namespace ?? 'default';
    const unique = (BigInt(now) * 1_000_000n + BigInt(this.count++ % 1_000_000)).toString(16);
    return {
      metadata: { name: nameOf(regarding, unique), namespace },
      eventTime: formatMicroTime(new Date(now)),
      reportingController: controller,
      reportingInstance: `${controller.split('/').at(-1)}-${instance}`.slice(0, 128),
      ...what,
      regarding,
      ...(related && { related }),
      note: cutBytes(note, LONGEST_NOTE),
    };
  }

  private enqueue(event: EventObject): void {
    if (this.waiting.length >= MOST_WAITING) return this.drop(event, 'too many events wait');
    this.waiting.push(event);
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0 && !this.ending.signal.aborted) await this.write(this.waiting.shift()!);
  }

  private async write(event: EventObject): Promise<void> {
    const { signal } = this.ending;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return this.series.stored(event, (await this.store(event, signal)).metadata);
      } catch (error) {
        // A request that was rejected is rejected again.
        if (!(error instanceof OutboundError) || attempt >= MOST_ATTEMPTS) return this.drop(event, error);
        await this.client.clock.sleep(RETRY_WAIT * (attempt === 1 ? Math.random() : 1), signal);
      }
    }
  }

  private async store(event: EventObject, signal: AbortSignal): Promise<EventObject> {
    const events = this.client.of(EVENTS).namespace(event.metadata.namespace!);
    if (event.series) {
      try {
        return await events.patch(event.metadata.name!, { series: event.series }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    const { resourceVersion: _, uid: __, ...metadata } = event.metadata;
    return events.create({ ...event, metadata }, { signal });
  }

  private drop({ regarding, reason }: EventObject, error: unknown): void {
    const fields = { regarding: `${regarding.kind} ${regarding.namespace ?? ''}/${regarding.name}`, reason, error };
    if (isNamespaceTerminating(error))
      this.client.logger.verbose(5, 'an event is of a namespace that is going', fields);
    else if (isAlreadyExists(error)) this.client.logger.verbose(5, 'an event exists already', fields);
    else this.client.logger.warn('an event was not recorded', fields);
  }
}

/** The name of an event; a new one where the name of the object cannot be a part of it (upstream: GenerateEventName). */
function nameOf({ name }: EventReference, unique: string): string {
  const whole = `${name}.${unique}`;
  return isDns1123Subdomain(whole).length === 0 ? whole : newUuid();
}

function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  return Buffer.from(text)
    .subarray(0, most)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}
