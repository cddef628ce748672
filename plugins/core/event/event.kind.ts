import { defineKind } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';
import { eventColumns } from './event.columns.js';
import { coreEventFields, eventsGroupFields } from './event.selectable-fields.js';
import { EventStrategy } from './event.strategy.js';
import { Event } from './event.v1.js';

/** Event: a report of something that happened to an object. */
export const eventKind = defineKind<Event>({
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  namespaced: true,
  versions: [{ name: 'v1', type: Event, selectableFields: coreEventFields }],
  storageVersion: 'v1',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  quirks: { allowsPlainFinalizers: ['v1'], withoutWatchCache: true },
  strategy: EventStrategy,
  // Selectable fields are computed once for each object, under the names of every group.
  selectableFields: { ...coreEventFields, ...eventsGroupFields },
  putCreates: true,
  defaultPropagation: 'Unsupported',
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: eventColumns,
});
