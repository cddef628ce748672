import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { EventSource, ObjectReference } from '../../core/index.js';

/** Shape of v1.EventSeries. */
@ApiType({ name: 'k8s.io.api.events.v1.EventSeries', doc: 'Count and last time of an event that keeps repeating.' })
export class EventSeries {
  @Field(1, 'int32', { always: true, required: true, doc: 'How often the event occurred in the series so far.' })
  count?: number;

  @Field(2, 'microTime', { always: true, required: true, doc: 'When the event was last seen.' })
  lastObservedTime?: string;

  @Field(3, 'string', {
    until: '1.18',
    always: true,
    required: true,
    alias: 'v1beta1.EventSeriesState',
    doc: 'State of the series: Ongoing, Finished or Unknown.',
  })
  state?: string;
}

/** Shape of v1.Event. */
@ApiType({
  name: 'k8s.io.api.events.v1.Event',
  doc: 'Report of something that happened to an object; kept for a limited time.',
})
export class Event {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, {
    variants: [{ since: '1.20', until: '1.20', required: true }],
    always: true,
    doc: 'Name, labels and other metadata of the object.',
  })
  metadata: ObjectMeta;

  @Field(2, 'microTime', {
    always: true,
    required: true,
    doc: 'When the event was first observed, to the microsecond.',
  })
  eventTime?: string;

  @Field(3, EventSeries, {
    pointer: true,
    doc: 'Data on the series if the event keeps repeating; unset for a single one.',
  })
  series?: EventSeries;

  @Field(4, 'string', { doc: 'Controller that reports the event, such as kubernetes.io/kubelet.' })
  reportingController?: string;

  @Field(5, 'string', { doc: 'Instance of the reporting controller, such as a pod name.' })
  reportingInstance?: string;

  @Field(6, 'string', { doc: 'What was done or tried in regard to the object.' })
  action?: string;

  @Field(7, 'string', { doc: 'Short CamelCase cause of the event.' })
  reason?: string;

  @Field(8, ObjectReference, { doc: 'Object the event is about.' })
  regarding?: ObjectReference;

  @Field(9, ObjectReference, { pointer: true, doc: 'Second object that plays a part in the event.' })
  related?: ObjectReference;

  @Field(10, 'string', { doc: 'Readable explanation of what happened.' })
  note?: string;

  @Field(11, 'string', { doc: 'Severity of the event: Normal or Warning.' })
  type?: string;

  @Field(12, EventSource, { doc: 'Component that recorded the event; of events of the core group only.' })
  deprecatedSource?: EventSource;

  @Field(13, 'time', { doc: 'When the event was first recorded; of events of the core group only.' })
  deprecatedFirstTimestamp?: string;

  @Field(14, 'time', { doc: 'When the event was last recorded; of events of the core group only.' })
  deprecatedLastTimestamp?: string;

  @Field(15, 'int32', { doc: 'How often the event occurred; of events of the core group only.' })
  deprecatedCount?: number;
}
