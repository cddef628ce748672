import { Inject, Injectable } from '@nestjs/common';
import { type FieldError, type Strategy, type StrategyContext } from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import type { Event } from './event.v1.js';
import { type EventApi, validateEvent, validateEventUpdate } from './event.validation.js';

/** The rules of events, which depend on the group they are written through; they go by themselves after `--event-ttl`. */
@Injectable()
export class EventStrategy implements Strategy<Event> {
  /** The older group leaves metadata to the generic rules. */
  readonly checksMetadataOnCreate = true;
  readonly checksMetadataOnUpdate = true;

  constructor(@Inject(ApiServerOptions) private readonly options: ApiServerOptions) {}

  validate(event: Event, context: StrategyContext): FieldError[] {
    return validateEvent(event, apiOf(context));
  }

  validateUpdate(event: Event, old: Event, context: StrategyContext): FieldError[] {
    return validateEventUpdate(event, old, apiOf(context));
  }

  lifetimeSeconds(): number {
    return this.options.storage.eventTtl / 1000;
  }
}

function apiOf({ apiVersion = '' }: StrategyContext): EventApi {
  return apiVersion.startsWith('events.k8s.io/') ? 'events.k8s.io' : 'core';
}
