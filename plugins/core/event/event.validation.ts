import {
  type FieldError,
  FieldPath,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  isQualifiedName,
  required,
} from '../../../src/plugin-api/index.js';
import {
  hasRule,
  GoValue,
  IMMUTABLE_MESSAGE,
  goStruct,
  subdomainNameRule,
  validateObjectMeta,
  validateObjectMetaUpdate,
  withoutTrailing,
} from '../../../src/plugin-api/built-in.js';
import type { ObjectReference } from '../reference/reference.v1.js';
import type { Event } from './event.v1.js';

const FIELD_MAX = 128;
const MESSAGE_MAX = 1024;

/** The API through which an event is written; the newer one is stricter and names one field differently. */
export type EventApi = 'core' | 'events.k8s.io';

/** Checks a new event. */
export function validateEvent(event: Event, api: EventApi = 'core'): FieldError[] {
  const errors = validateEitherEvent(event, api);
  if (api === 'core') return errors;
  const unset = (isSet: boolean, name: string): FieldError[] =>
    isSet ? [invalid(FieldPath.of(name), '', 'needs to be unset')] : [];
  return [
    ...errors,
    ...validateObjectMeta(event.metadata, { namespaced: true, nameRule: subdomainNameRule }),
    ...validateSeries(event),
    ...(event.eventTime ? [] : [required(FieldPath.of('eventTime'))]),
    ...(event.type === 'Normal' || event.type === 'Warning'
      ? []
      : [invalid(FieldPath.of('type'), '', `has invalid value: ${event.type ?? ''}`)]),
    ...unset(Boolean(event.firstTimestamp), 'firstTimestamp'),
    ...unset(Boolean(event.lastTimestamp), 'lastTimestamp'),
    ...unset(Boolean(event.count), 'count'),
    ...unset(Boolean(event.source?.component || event.source?.host), 'source'),
  ];
}

/** Checks a changed event; through the newer API only the series may change. */
export function validateEventUpdate(event: Event, old: Event, api: EventApi = 'core'): FieldError[] {
  const errors = validateEitherEvent(event, api);
  if (api === 'core' || !hasRule({ since: '1.21' })) return errors;
  return [
    ...errors,
    ...validateObjectMetaUpdate(event.metadata, old.metadata),
    ...(isDeepEqual(event.series, old.series) ? [] : validateSeries(event)),
    ...FIXED.flatMap(({ field, path, show }) => {
      if (isDeepEqual(event[field] ?? '', old[field] ?? '')) return [];
      return [invalid(FieldPath.of(path ?? field), show ? show(event) : (event[field] ?? ''), IMMUTABLE_MESSAGE)];
    }),
  ];
}

interface FixedField {
  readonly field: keyof Event;
  readonly path?: string;
  readonly show?: (event: Event) => unknown;
}

const FIXED: readonly FixedField[] = [
  { field: 'involvedObject', show: (e) => goReference(e.involvedObject) },
  { field: 'reason' },
  { field: 'message' },
  {
    field: 'source',
    show: (e) => goStruct('core.EventSource', { Component: e.source?.component ?? '', Host: e.source?.host ?? '' }),
  },
  { field: 'firstTimestamp', show: (e) => goTime(e.firstTimestamp) },
  { field: 'lastTimestamp', show: (e) => goTime(e.lastTimestamp) },
  { field: 'count', show: (e) => e.count ?? 0 },
  // The reference requires the reason twice, and reports it twice.
  { field: 'reason' },
  { field: 'type' },
  { field: 'eventTime', show: (e) => goTime(e.eventTime) },
  { field: 'action' },
  { field: 'related', show: (e) => (e.related ? goReference(e.related) : null) },
  { field: 'reportingComponent', path: 'reportingController' },
  { field: 'reportingInstance' },
];

function validateEitherEvent(event: Event, api: EventApi): FieldError[] {
  const namespace = event.metadata.namespace ?? '';
  return [
    ...(event.eventTime ? validateTimedEvent(event, api) : validateInvolvedNamespace(event)),
    ...isDns1123Subdomain(namespace).map((message) => invalid(FieldPath.of('namespace'), namespace, message)),
  ];
}

/** An event lives in the namespace of its object, or in `default` when the object has none. */
function validateInvolvedNamespace({ metadata, involvedObject }: Event): FieldError[] {
  const involved = involvedObject.namespace ?? '';
  const namespace = metadata.namespace ?? '';
  const fits = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved;
  return fits ? [] : [namespaceMismatch(involved)];
}

function validateTimedEvent(event: Event, api: EventApi): FieldError[] {
  const { metadata, involvedObject, reportingComponent = '', reportingInstance = '' } = event;
  const controller = FieldPath.of(api === 'core' ? 'reportingComponent' : 'reportingController');
  const isShared = metadata.namespace === 'default' || metadata.namespace === 'kube-system';
  return [
    ...(involvedObject.namespace || isShared ? [] : [namespaceMismatch('')]),
    ...(reportingComponent === '' ? [required(controller)] : []),
    ...isQualifiedName(reportingComponent).map((message) => invalid(controller, reportingComponent, message)),
    ...validateText(reportingInstance, 'reportingInstance'),
    ...validateText(event.action ?? '', 'action'),
    ...validateText(event.reason ?? '', 'reason'),
    ...validateLength(event.message ?? '', 'message', MESSAGE_MAX),
  ];
}

function namespaceMismatch(involved: string): FieldError {
  return invalid(FieldPath.of('involvedObject', 'namespace'), involved, 'does not match event.namespace');
}

function validateText(value: string, name: string): FieldError[] {
  if (value === '') return [required(FieldPath.of(name))];
  return validateLength(value, name, FIELD_MAX);
}

function validateLength(value: string, name: string, max: number): FieldError[] {
  return Buffer.byteLength(value) > max ? [invalid(FieldPath.of(name), '', `can have at most ${max} characters`)] : [];
}

function validateSeries({ series }: Event): FieldError[] {
  if (!series) return [];
  const path = FieldPath.of('series');
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalid(path.child('count'), '', 'should be at least 2'));
  if (!series.lastObservedTime) errors.push(required(path.child('lastObservedTime')));
  return errors;
}

function goReference(reference: ObjectReference): GoValue {
  return goStruct('core.ObjectReference', {
    Kind: reference.kind ?? '',
    Namespace: reference.namespace ?? '',
    Name: reference.name ?? '',
    UID: reference.uid ?? '',
    APIVersion: reference.apiVersion ?? '',
    ResourceVersion: reference.resourceVersion ?? '',
    FieldPath: reference.fieldPath ?? '',
  });
}

function goTime(time: string | undefined): GoValue {
  if (!time) return new GoValue('0001-01-01 00:00:00 +0000 UTC', null);
  const [seconds, fraction = ''] = time.replace('Z', '').split('.');
  const digits = withoutTrailing(fraction, '0');
  return new GoValue(`${seconds.replace('T', ' ')}${digits === '' ? '' : `.${digits}`} +0000 UTC`, time);
}
