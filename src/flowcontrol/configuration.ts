import type { Clock } from '../observability/index.js';
import { FlowCounts } from './flow-counts.js';
import type { FlowControlMetrics } from './flow-metrics.js';
import { FlowSchema, bySchemaOrder } from './flow-schema.js';
import {
  CATCH_ALL,
  EXEMPT,
  type FlowSchemaObject,
  MANDATORY_LEVELS,
  MANDATORY_SCHEMAS,
  type PriorityLevelObject,
} from './kinds.js';
import { PriorityLevel, isUsable } from './priority-level.js';
import { allocateSeats } from './seat-allocation.js';

/** The dependencies of a configuration. */
export interface ConfigurationParts {
  readonly clock: Clock;
  readonly metrics: FlowControlMetrics;
  /** The seats of the whole server. */
  readonly totalSeats: number;
}

/** The objects that configure flow control, by name. */
export interface ConfiguringObjects {
  readonly schemas: ReadonlyMap<string, FlowSchemaObject>;
  readonly levels: ReadonlyMap<string, PriorityLevelObject>;
}

/** The schemas and levels in force (upstream: configController). */
export class Configuration {
  /** In the order in which they are asked. */
  schemas: readonly FlowSchema[] = [];
  readonly levels = new Map<string, PriorityLevel>();
  /** The counts of each schema at its level, by both names. */
  private counts = new Map<string, FlowCounts>();

  constructor(private readonly parts: ConfigurationParts) {}

  /** The sum of the seats that levels have by their shares. */
  get nominalSeats(): number {
    return [...this.levels.values()].reduce((sum, { seats }) => sum + seats.nominal, 0);
  }

  /** The most requests that wait. */
  get queuePlaces(): number {
    return [...this.levels.values()].reduce(
      (sum, { queuing }) => sum + Math.max(queuing.queues, 0) * queuing.queueLength,
      0,
    );
  }

  /** Activates the objects there are. Unusable levels count as not there, and so do schemas that name none. */
  apply({ schemas, levels }: ConfiguringObjects): void {
    const desired = new Set(this.configureLevels(levels));
    this.configureSchemas(schemas, desired);
    for (const [name, level] of this.levels) if (!desired.has(name)) this.retire(level);
    const shares = [...this.levels.values()].reduce((sum, level) => sum + level.shares, 0);
    for (const level of this.levels.values()) level.divide({ total: this.parts.totalSeats, shares });
    this.allocate();
  }

  /** Ends a period: levels that need seats borrow those that others do not need. */
  allocate(): void {
    const now = this.parts.clock.monotonic();
    const levels = [...this.levels.values()];
    const claims = levels.map((level) => level.claim(now));
    const allocation = allocateSeats(this.nominalSeats, claims);
    levels.forEach((level, i) => level.assign(allocation?.seats[i], claims[i], this.parts.totalSeats));
    if (allocation) this.parts.metrics.fairFraction.value = allocation.fairFraction;
  }

  /** Removes a deleted level once its last request has ended; reports whether it did. */
  reap(level: PriorityLevel): boolean {
    if (!level.isQuiescing || !level.queueSet.isIdle || this.levels.get(level.name) !== level) return false;
    this.remove(level);
    return true;
  }

  private configureLevels(objects: ReadonlyMap<string, PriorityLevelObject>): string[] {
    const usable = [...objects.values()].filter((object) => isUsable(object, object.metadata.name === EXEMPT));
    const missing = MANDATORY_LEVELS.filter(({ metadata: { name = '' } }) => !usable.includes(objects.get(name)!));
    return [...usable, ...missing].map((object) => {
      const { name = '' } = object.metadata;
      let level = this.levels.get(name);
      if (!level) this.levels.set(name, (level = new PriorityLevel(name, this.parts)));
      level.configure(object);
      return name;
    });
  }

  private configureSchemas(objects: ReadonlyMap<string, FlowSchemaObject>, desired: ReadonlySet<string>): void {
    const former = this.counts;
    this.counts = new Map();
    const found = [...objects.values()]
      .filter(({ spec }) => spec && desired.has(spec.priorityLevelConfiguration.name))
      .map((object) => this.schemaOf(object, former))
      .sort(bySchemaOrder);
    const [exempt, catchAll] = [EXEMPT, CATCH_ALL].map((name) =>
      found.some((schema) => schema.name === name) ? [] : [this.schemaOf(mandatory(name), former)],
    );
    this.schemas = [...exempt, ...found, ...catchAll];
    for (const [key, counts] of former) if (!this.counts.has(key)) counts.remove();
  }

  private schemaOf(object: FlowSchemaObject, former: ReadonlyMap<string, FlowCounts>): FlowSchema {
    const name = object.metadata.name ?? '';
    const level = this.levels.get(object.spec!.priorityLevelConfiguration.name)!;
    const key = `${name}/${level.name}`;
    const counts = former.get(key) ?? new FlowCounts(this.parts.metrics, name, level.name);
    this.counts.set(key, counts);
    return new FlowSchema(object, level, counts);
  }

  /** A level that is no longer wanted keeps its shares until its last request has ended. */
  private retire(level: PriorityLevel): void {
    if (level.queueSet.isIdle) this.remove(level);
    else level.isQuiescing = true;
  }

  private remove(level: PriorityLevel): void {
    this.levels.delete(level.name);
    level.metrics.remove();
  }
}

function mandatory(name: string): FlowSchemaObject {
  return MANDATORY_SCHEMAS.find(({ metadata }) => metadata.name === name)!;
}
