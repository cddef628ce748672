import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { eventsGroupFields } from '../core/index.js';
import { eventFromEventsV1 } from './event/event.conversion.js';
import { Event } from './event/event.v1.js';

/** Events as the newer group shows them: the objects of the core group under other names. */
@ApiGroupPlugin({
  group: 'events.k8s.io',
  versions: ['v1'],
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
      ],
    },
  ],
})
export class EventsPlugin {}
