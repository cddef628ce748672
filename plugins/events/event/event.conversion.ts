import type { Conversion } from '../../../src/plugin-api/index.js';
import type { Event as CoreEvent } from '../../core/index.js';
import type { Event } from './event.v1.js';

/** Between the two groups of events, which call seven members differently. */
export const eventFromEventsV1: Conversion<Event, CoreEvent> = {
  toHub({
    regarding = {},
    note: message,
    reportingController: reportingComponent,
    deprecatedSource: source,
    deprecatedFirstTimestamp: firstTimestamp,
    deprecatedLastTimestamp: lastTimestamp,
    deprecatedCount: count,
    ...same
  }) {
    return {
      ...same,
      involvedObject: regarding,
      message,
      reportingComponent,
      source,
      firstTimestamp,
      lastTimestamp,
      count,
    };
  },

  fromHub({
    involvedObject: regarding,
    message: note,
    reportingComponent: reportingController,
    source: deprecatedSource,
    firstTimestamp: deprecatedFirstTimestamp,
    lastTimestamp: deprecatedLastTimestamp,
    count: deprecatedCount,
    ...same
  }) {
    const deprecated = { deprecatedSource, deprecatedFirstTimestamp, deprecatedLastTimestamp, deprecatedCount };
    return { ...same, regarding, note, reportingController, ...deprecated };
  },
};
