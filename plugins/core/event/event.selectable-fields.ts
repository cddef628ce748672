import type { Event } from './event.v1.js';

/** The fields events can be selected by, under the names of the core group. */
export const coreEventFields: Readonly<Record<string, (event: Event) => string>> = {
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

/** The same under the names of the group `events.k8s.io`, which cannot select by the source. */
export const eventsGroupFields: Readonly<Record<string, (event: Event) => string>> = Object.fromEntries(
  Object.entries(coreEventFields)
    .filter(([name]) => name !== 'source')
    .map(([name, read]) => [nameInEventsGroup(name), read]),
);

function nameInEventsGroup(name: string): string {
  return name.replace('involvedObject.', 'regarding.').replace('reportingComponent', 'reportingController');
}
