import type { Strategy } from '../../../src/plugin-api/index.js';
import type { Event } from './event.v1.js';
import { validateEvent, validateEventUpdate } from './event.validation.js';

/** The rules of events as the core group knows them. */
export const eventStrategy: Strategy<Event> = {
  validate: (event) => validateEvent(event),
  validateUpdate: (event, old) => validateEventUpdate(event, old),
};
