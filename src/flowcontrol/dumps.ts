import { formatDuration, withoutTrailing } from '../apimachinery/index.js';
import type { Clock } from '../observability/index.js';
import type { FlowControl } from './flow-control.js';
import type { PriorityLevel } from './priority-level.js';
import type { FairQueue, SeatRequest } from './fair-queue.js';
import { formatTable } from './text-table.js';

/** Queues of a level that a dump lists though they are unused. */
const MAX_LISTED_QUEUES = 4096;
const NANOSECONDS_IN_MS = 1e6;
/** Go's zero time, for requests that have not started. */
const NEVER = '0001-01-01T00:00:00Z';

const LEVEL_COLUMNS = [
  'PriorityLevelName',
  'ActiveQueues',
  'IsIdle',
  'IsQuiescing',
  'WaitingRequests',
  'ExecutingRequests',
  'DispatchedRequests',
  'RejectedRequests',
  'TimedoutRequests',
  'CancelledRequests',
];
const QUEUE_COLUMNS = [
  'PriorityLevelName',
  'Index',
  'PendingRequests',
  'ExecutingRequests',
  'SeatsInUse',
  'NextDispatchR',
  'InitialSeatsSum',
  'MaxSeatsSum',
  'TotalWorkSum',
];
/** Column names as clients of the reference know them, spelling included. */
const REQUEST_COLUMNS = [
  'PriorityLevelName',
  'FlowSchemaName',
  'QueueIndex',
  'RequestIndexInQueue',
  'FlowDistingsher',
  'ArriveTime',
  'InitialSeats',
  'FinalSeats',
  'AdditionalLatency',
  'StartTime',
];
const DETAIL_COLUMNS = ['UserName', 'Verb', 'APIPath', 'Namespace', 'Name', 'APIVersion', 'Resource', 'SubResource'];

/** Dumps the levels: a line for each. */
export function dumpLevels({ levels }: Pick<FlowControl, 'levels'>): string {
  const rows = levels.map(({ name, isQuiescing, queueSet }) => [
    name,
    ...[activeQueuesOf(queueSet.queues), queueSet.isIdle, isQuiescing].map(String),
    ...[queueSet.waitingCount, queueSet.executingCount, queueSet.dispatched].map(String),
    ...[queueSet.rejected, queueSet.timedOut, queueSet.cancelled].map(String),
  ]);
  return formatTable([LEVEL_COLUMNS, ...rows]);
}

/** Dumps the queues of all levels: a line for each. */
export function dumpQueues({ levels }: Pick<FlowControl, 'levels'>): string {
  const rows = levels.flatMap((level) =>
    [...listedQueues(level)].map(([index, queue]) => [
      level.name,
      ...[index, queue?.waiting.length ?? 0, queue?.executing.length ?? 0, queue?.seatsInUse ?? 0].map(String),
      formatSeatSeconds(queue?.nextDispatchR),
      ...[queue?.initialSeatsSum ?? 0, queue?.maxSeatsSum ?? 0].map(String),
      formatSeatSeconds(queue?.workSum),
    ]),
  );
  return formatTable([QUEUE_COLUMNS, ...rows]);
}

/** The dependencies of a dump of requests. */
export interface RequestDump {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** True names the users and what they asked for. */
  readonly hasDetails: boolean;
}

/** Dumps the waiting and executing requests: a line for each. */
export function dumpRequests({ levels }: Pick<FlowControl, 'levels'>, { clock, hasDetails }: RequestDump): string {
  const epoch = clock.now() - clock.monotonic();
  const columns = hasDetails ? [...REQUEST_COLUMNS, ...DETAIL_COLUMNS] : REQUEST_COLUMNS;
  const rows = levels.flatMap((level) =>
    [...placedRequests(level)].map((placed) => [
      level.name,
      ...describe(placed, epoch),
      ...(hasDetails ? detailsOf(placed.request) : []),
    ]),
  );
  return formatTable([columns, ...rows]);
}

function activeQueuesOf(queues: ReadonlyMap<number, FairQueue>): number {
  return [...queues.values()].filter(({ waiting }) => waiting.length > 0).length;
}

function* listedQueues({ queueSet }: PriorityLevel): Generator<[number, FairQueue | undefined]> {
  const { queues, queueCount } = queueSet;
  const listed = Math.min(queueCount, MAX_LISTED_QUEUES);
  for (let index = 0; index < listed; index++) yield [index, queues.get(index)];
  const others = [...queues.keys()].filter((index) => index >= listed).sort((a, b) => a - b);
  for (const index of others) yield [index, queues.get(index)];
}

/** A request with its place: -1 where it is in no queue. */
interface PlacedRequest {
  readonly request: SeatRequest;
  readonly queue: number;
  readonly position: number;
}

function* placedRequests({ queueSet }: PriorityLevel): Generator<PlacedRequest> {
  for (const [queue, { waiting, executing }] of [...queueSet.queues].sort(([a], [b]) => a - b)) {
    let position = 0;
    for (const request of waiting) yield { request, queue, position: position++ };
    for (const request of executing) yield { request, queue, position: -1 };
  }
  for (const request of queueSet.withoutQueue) yield { request, queue: -1, position: -1 };
}

function describe({ request, queue, position }: PlacedRequest, epoch: number): string[] {
  const { flow, estimate, arrivedAt, startedAt, state } = request;
  const latency = BigInt(Math.round(estimate.additionalLatency * NANOSECONDS_IN_MS));
  return [
    flow.schema,
    String(queue),
    String(position),
    flow.distinguisher,
    formatTime(epoch + arrivedAt),
    String(estimate.initialSeats),
    String(estimate.finalSeats),
    formatDuration(latency),
    state === 'waiting' ? NEVER : formatTime(epoch + startedAt),
  ];
}

function detailsOf({ digest: { user, info } }: SeatRequest): string[] {
  const { verb, path, namespace, name, group, version, resource, subresource } = info;
  const apiVersion = info.isResourceRequest ? formatVersion(group, version) : '';
  return [user.name, verb, path, namespace, name, apiVersion, resource, subresource];
}

function formatVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

function formatSeatSeconds(value = 0): string {
  return `${value.toFixed(8)}ss`;
}

/** A time of day in milliseconds and fractions of them, as RFC 3339 without zeros at the end of the fraction. */
function formatTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const rest = Math.floor((milliseconds - whole) * NANOSECONDS_IN_MS);
  const [seconds, fraction] = new Date(whole).toISOString().slice(0, -1).split('.');
  const digits = withoutTrailing(`${fraction}${String(rest).padStart(6, '0')}`, '0');
  return digits === '' ? `${seconds}Z` : `${seconds}.${digits}Z`;
}
