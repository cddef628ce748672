import { defineKind, isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/index.js';
import { eventColumns } from './event.columns.js';
import { EventStrategy } from './event.strategy.js';
import { Event } from './event.v1.js';

/** The fields events can be selected by, under the names of the core group. */
export const eventSelectableFields: Readonly<Record<string, (event: Event) => string>> = {
  'involvedObject.kind': ({ involvedObject }) => involvedObject.kind ?? '',
  'involvedObject.namespace': ({ involvedObject }) => involvedObject.namespace ?? '',
  'involvedObject.name': ({ involvedObject }) => involvedObject.name ?? '',
  'involvedObject.uid': ({ involvedObject }) => involvedObject.uid ?? '',
  'involvedObject.apiVersion': ({ involvedObject }) => involvedObject.apiVersion ?? '',
  'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject.resourceVersion ?? '',
  'involvedObject.fieldPath': ({ involvedObject }) => involvedObject.fieldPath ?? '',
  reason: ({ reason }) => reason ?? '',
  reportingComponent: ({ reportingComponent }) => reportingComponent ?? '',
  source: ({ source, reportingComponent }) => source?.component || reportingComponent || '',
  type: ({ type }) => type ?? '',
};

/** Event: a report of something that happened to an object. */
export const eventKind = defineKind<Event>({
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  namespaced: true,
  versions: [{ name: 'v1', type: Event }],
  storageVersion: 'v1',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  strategy: EventStrategy,
  selectableFields: eventSelectableFields,
  putCreates: true,
  defaultPropagation: 'Unsupported',
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: eventColumns,
});
