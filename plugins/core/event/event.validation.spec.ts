import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateEvent, validateEventUpdate } from './event.validation.js';
import type { Event } from './event.v1.js';

const NEW: Event = {
  metadata: { name: 'e', namespace: 'n', resourceVersion: '1' },
  involvedObject: { kind: 'Pod', namespace: 'n', name: 'p', apiVersion: 'v1' },
  eventTime: '2024-02-01T00:00:00.123456Z',
  reportingComponent: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Act',
  reason: 'Acted',
  type: 'Normal',
};
const OLD: Event = { metadata: { name: 'e', namespace: 'n' }, involvedObject: { namespace: 'n' } };

describe('validateEvent()', () => {
  it.each<[string, Event, 'core' | 'events.k8s.io', string]>([
    [
      'an old event of another namespace',
      { ...OLD, involvedObject: { namespace: 'x' } },
      'core',
      'does not match event.namespace',
    ],
    ['a new event without an action', { ...NEW, action: '' }, 'core', 'action: Required value'],
    [
      'a new event without a reporter',
      { ...NEW, reportingComponent: '' },
      'core',
      'reportingComponent: Required value',
    ],
    ['an untimed event of the new group', { ...OLD, type: 'Normal' }, 'events.k8s.io', 'eventTime: Required value'],
    [
      'a short series',
      { ...NEW, series: { count: 1 } },
      'events.k8s.io',
      'series.count: Invalid value: "": should be at least 2',
    ],
    [
      'an old field in the new group',
      { ...NEW, count: 3 },
      'events.k8s.io',
      'count: Invalid value: "": needs to be unset',
    ],
  ])('refuses %s', (_name, event, api, text) => {
    expect(validateEvent(event, api).map(formatFieldError).join('\n')).toContain(text);
  });

  it('accepts both kinds of event', () => {
    expect([...validateEvent(OLD), ...validateEvent(NEW), ...validateEvent(NEW, 'events.k8s.io')]).toEqual([]);
  });
});

describe('validateEventUpdate()', () => {
  it('lets only the series change through the new group', () => {
    const next: Event = {
      ...NEW,
      series: { count: 2, lastObservedTime: NEW.eventTime },
      eventTime: '2025-01-01T00:00:00.000000Z',
    };
    expect(validateEventUpdate(next, NEW, 'events.k8s.io').map(formatFieldError)).toEqual([
      'eventTime: Invalid value: 2025-01-01 00:00:00 +0000 UTC: field is immutable',
    ]);
  });
});
