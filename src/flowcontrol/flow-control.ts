import type { Clock, MetricsRegistry, Timer } from '../observability/index.js';
import { Configuration, type ConfiguringObjects } from './configuration.js';
import { FlowControlMetrics } from './flow-metrics.js';
import { type FlowSchema, fallbackOf } from './flow-schema.js';
import type { FlowSchemaObject, PriorityLevelObject } from './kinds.js';
import type { RequestDigest } from './matching.js';
import type { PriorityLevel } from './priority-level.js';
import { ReadWriteUse } from './read-write-use.js';
import { SeatRequest } from './fair-queue.js';
import { WatchCounts } from './watch-counts.js';
import { type CountObjects, WorkEstimator } from './work-estimator.js';

/** The dependencies of flow control. */
export interface FlowControlParts {
  readonly clock: Clock;
  readonly metrics: MetricsRegistry;
  /** Requests that execute at a time. */
  readonly totalSeats: number;
  readonly countObjects: CountObjects;
}

/** Period of the reallocation of seats, in milliseconds. */
const ADJUSTMENT_MS = 10_000;

/** A request that flow control has classified, and its state. */
export interface ControlledRequest {
  readonly schema: FlowSchema;
  readonly level: PriorityLevel;
  readonly seat: SeatRequest;
}

/**
 * API priority and fairness: classifies requests by flow schemas, and decides when each executes. Requests that find a
 * seat execute at once. Not aware of HTTP: the caller executes requests and reports their end.
 */
export class FlowControl {
  /** The open watches, for the cost of writes. */
  readonly watches = new WatchCounts();
  private readonly configuration: Configuration;
  private readonly estimator: WorkEstimator;
  private readonly use: ReadWriteUse;
  private readonly schemaObjects = new Map<string, FlowSchemaObject>();
  private readonly levelObjects = new Map<string, PriorityLevelObject>();
  private fallback!: FlowSchema;
  private isCurrent = false;
  private hasSchemas = false;
  private hasLevels = false;
  private timer: Timer | undefined;

  constructor(private readonly parts: FlowControlParts) {
    const { clock, totalSeats } = parts;
    const metrics = new FlowControlMetrics(parts.metrics, clock);
    this.configuration = new Configuration({ clock, metrics, totalSeats });
    this.estimator = new WorkEstimator(parts.countObjects, this.watches);
    this.use = new ReadWriteUse(metrics.readVersusWrite, parts.metrics, clock);
    this.refresh();
  }

  /** True while seats are adjusted periodically. */
  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /** True once all stored flow schemas and levels have been delivered; it stays so while they are delivered again. */
  get isConfigured(): boolean {
    return this.hasSchemas && this.hasLevels;
  }

  /** Starts with the periodic adjustment of seats. */
  run(): void {
    this.timer ??= this.parts.clock.repeat(ADJUSTMENT_MS, () => this.adjust());
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  /** The levels in force, by name. */
  get levels(): readonly PriorityLevel[] {
    this.refresh();
    return [...this.configuration.levels.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Takes in that a flow schema was written; undefined for a deleted one. In force from the next request on. */
  setSchema(name: string, object: FlowSchemaObject | undefined): void {
    this.put(this.schemaObjects, name, object);
  }

  /** Takes in that a level was written; undefined for a deleted one. In force from the next request on. */
  setLevel(name: string, object: PriorityLevelObject | undefined): void {
    this.put(this.levelObjects, name, object);
  }

  /** Called when all stored schemas have been delivered. */
  confirmSchemas(): void {
    this.hasSchemas = true;
  }

  /** Called when all stored levels have been delivered. */
  confirmLevels(): void {
    this.hasLevels = true;
  }

  /** Forgets all schemas, before they are delivered again. */
  resetSchemas(): void {
    this.schemaObjects.clear();
    this.isCurrent = false;
  }

  /** Forgets all levels, before they are delivered again. */
  resetLevels(): void {
    this.levelObjects.clear();
    this.isCurrent = false;
  }

  /** Reallocates the seats by the demand of the last period. */
  adjust(): void {
    this.refresh();
    this.configuration.allocate();
  }

  /** Starts with a request: afterwards it executes, waits or is rejected. Who waits sets `seat.onDecided`. */
  start(digest: RequestDigest): ControlledRequest {
    this.refresh();
    const schema = this.classify(digest);
    const { level } = schema;
    const estimate = this.estimator.estimate(digest, schema);
    const arrivedAt = this.parts.clock.monotonic();
    const seat = new SeatRequest({ digest, flow: schema.flowOf(digest), estimate, arrivedAt });
    schema.counts.estimate(seat.maxSeats);
    level.queueSet.start(seat);
    if (seat.state === 'executing') this.use.execute(digest, 1, seat.startedAt);
    else if (seat.state === 'waiting') this.use.wait(digest, 1);
    else this.drop(level);
    return { schema, level, seat };
  }

  /** Takes in that a waiting request was decided. */
  decided({ level, seat }: ControlledRequest): void {
    this.use.wait(seat.digest, -1);
    if (seat.state === 'executing') this.use.execute(seat.digest, 1, seat.startedAt);
    else this.drop(level);
  }

  /** Rejects a request if it still waits. */
  giveUp({ level, seat }: ControlledRequest, reason: 'time-out' | 'cancelled'): void {
    level.queueSet.giveUp(seat, reason);
    this.reap(level);
  }

  /** Ends a request that executed; for watches, their first part. */
  finish({ level, schema, seat }: ControlledRequest): void {
    const now = this.parts.clock.monotonic();
    this.use.execute(seat.digest, -1, now);
    schema.counts.executed(now - seat.startedAt, seat.digest.info.verb === 'watch');
    level.queueSet.finish(seat, now);
    this.reap(level);
  }

  private put<T>(objects: Map<string, T>, name: string, object: T | undefined): void {
    if (object) objects.set(name, object);
    else objects.delete(name);
    this.isCurrent = false;
  }

  private classify(digest: RequestDigest): FlowSchema {
    for (const schema of this.configuration.schemas) if (schema.matches(digest)) return schema;
    return this.fallback;
  }

  private drop(level: PriorityLevel): void {
    level.dropped.record(this.parts.clock.now());
  }

  private reap(level: PriorityLevel): void {
    if (level.isQuiescing && this.configuration.reap(level)) this.isCurrent = false;
  }

  /** Many changes in a row are digested once, and before the first request after them. */
  private refresh(): void {
    if (this.isCurrent) return;
    this.isCurrent = true;
    const objects: ConfiguringObjects = { schemas: this.schemaObjects, levels: this.levelObjects };
    this.configuration.apply(objects);
    this.fallback = fallbackOf(this.configuration.schemas);
    this.use.setLimits({ waiting: this.configuration.queuePlaces, executing: this.configuration.nominalSeats });
  }
}
