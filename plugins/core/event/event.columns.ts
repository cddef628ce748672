import { type Column, nameColumn } from '../../../src/plugin-api/index.js';
import { UNKNOWN_CELL, formatAge } from '../../../src/plugin-api/built-in.js';
import type { Event } from './event.v1.js';

type Cell = Column<Event>['cell'];

/** The columns of `kubectl get events`. */
export const eventColumns: readonly Column<Event>[] = [
  text('Last Seen', 'Time since the event last happened.', lastSeen),
  text('Type', 'Whether the event is normal or a warning.', ({ type }) => type ?? ''),
  text('Reason', 'Short, machine-readable cause.', ({ reason }) => reason ?? ''),
  text('Object', 'The object the event is about.', formatTarget),
  wide(text('Subobject', 'The part of the object.', ({ involvedObject }) => involvedObject.fieldPath ?? '')),
  wide(text('Source', 'Who reports the event.', formatSource)),
  text('Message', 'What happened, for people.', ({ message }) => (message ?? '').trim()),
  wide(text('First Seen', 'Time since the event first happened.', firstSeen)),
  wide(text('Count', 'How often it happened.', ({ series, count }) => series?.count ?? (series ? 0 : count || 1))),
  nameColumn(1),
];

function text(name: string, description: string, cell: Cell): Column<Event> {
  return { name, type: 'string', description, priority: 0, cell };
}

/** Shows a column in wide tables only. */
function wide(column: Column<Event>): Column<Event> {
  return { ...column, priority: 1 };
}

function firstSeen({ firstTimestamp, eventTime }: Event, now: number): string {
  return formatAge(firstTimestamp || eventTime, now);
}

function lastSeen(event: Event, now: number): string {
  if (event.series) return event.series.lastObservedTime ? formatAge(event.series.lastObservedTime, now) : UNKNOWN_CELL;
  return event.lastTimestamp ? formatAge(event.lastTimestamp, now) : firstSeen(event, now);
}

function formatTarget({ involvedObject }: Event): string {
  const kind = (involvedObject.kind ?? '').toLowerCase();
  return involvedObject.name ? `${kind}/${involvedObject.name}` : kind;
}

function formatSource({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source?.component || reportingComponent || '';
  const instance = source?.host || reportingInstance || '';
  return instance === '' ? component : `${component}, ${instance}`;
}
