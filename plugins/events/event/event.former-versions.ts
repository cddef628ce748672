import { ApiType, type KindVersion } from '../../../src/plugin-api/index.js';
import { eventsGroupFields } from '../../core/index.js';
import { eventFromEventsV1 } from './event.conversion.js';
import { Event } from './event.v1.js';

/** Event as events.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.events.v1beta1.Event', inherits: true })
class EventV1beta1 extends Event {}

/** The versions of events of this group before v1, of the same shape. */
export const FORMER_EVENT_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: EventV1beta1,
    conversion: eventFromEventsV1,
    introduced: '1.8',
    deprecated: '1.22',
    removed: '1.25',
    selectableFields: eventsGroupFields,
  },
];
