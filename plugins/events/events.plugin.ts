import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { eventsGroupFields } from '../core/index.js';
import { eventFromEventsV1 } from './event/event.conversion.js';
import { FORMER_EVENT_VERSIONS } from './event/event.former-versions.js';
import { Event } from './event/event.v1.js';

/** Events as the newer group shows them: the objects of the core group under other names. */
@ApiGroupPlugin({
  group: 'events.k8s.io',
  versions: ['v1', 'v1beta1'],
  kinds: [],
  versionsOf: [
    {
      of: { group: '', resource: 'events' },
      versions: [
        {
          name: 'v1',
          type: Event,
          conversion: eventFromEventsV1,
          introduced: '1.19',
          selectableFields: eventsGroupFields,
        },
        ...FORMER_EVENT_VERSIONS,
      ],
    },
  ],
})
export class EventsPlugin {}
