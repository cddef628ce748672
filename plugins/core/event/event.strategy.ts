import { Inject, Injectable } from '@nestjs/common';
import { ApiServerOptions, type FieldError, type Strategy } from '../../../src/plugin-api/index.js';
import type { Event } from './event.v1.js';
import { validateEvent, validateEventUpdate } from './event.validation.js';

/** The rules of events as the core group knows them; they go by themselves after `--event-ttl`. */
@Injectable()
export class EventStrategy implements Strategy<Event> {
  constructor(@Inject(ApiServerOptions) private readonly options: ApiServerOptions) {}

  validate(event: Event): FieldError[] {
    return validateEvent(event);
  }

  validateUpdate(event: Event, old: Event): FieldError[] {
    return validateEventUpdate(event, old);
  }

  lifetimeSeconds(): number {
    return this.options.storage.eventTtl / 1000;
  }
}
