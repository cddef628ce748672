import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.EventSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EventSource', doc: 'Origin of a reported event.' })
export class EventSource {
  @Field(1, 'string', { doc: 'Component that recorded the event, such as kubelet.' })
  component?: string;

  @Field(2, 'string', { doc: 'Node on which that component runs.' })
  host?: string;
}

/** Shape of v1.EventSeries. */
@ApiType({ name: 'k8s.io.api.core.v1.EventSeries', doc: 'Count and last time of an event that keeps repeating.' })
export class EventSeries {
  @Field(1, 'int32', { doc: 'How often the event occurred in the series so far.' })
  count?: number;

  @Field(2, 'microTime', { doc: 'When the event was last seen.' })
  lastObservedTime?: string;

  @Field(3, 'string', {
    until: '1.18',
    alias: 'v1.EventSeriesState',
    doc: 'State of the series: Ongoing, Finished or Unknown.',
  })
  state?: string;
}

/** Shape of v1.Event. */
@ApiType({
  name: 'k8s.io.api.core.v1.Event',
  doc: 'Report of something that happened to an object; kept for a limited time.',
})
export class Event {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { always: true, required: true, doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ObjectReference, { always: true, required: true, doc: 'Object the event is about.' })
  involvedObject: ObjectReference;

  @Field(3, 'string', { doc: 'Short CamelCase cause of the event.' })
  reason?: string;

  @Field(4, 'string', { doc: 'Readable explanation of what happened.' })
  message?: string;

  @Field(5, EventSource, { doc: 'Component that recorded the event.' })
  source?: EventSource;

  @Field(6, 'time', { doc: 'When the event was first recorded.' })
  firstTimestamp?: string;

  @Field(7, 'time', { doc: 'When the event was last recorded.' })
  lastTimestamp?: string;

  @Field(8, 'int32', { doc: 'How often the event occurred.' })
  count?: number;

  @Field(9, 'string', { doc: 'Severity of the event: Normal or Warning.' })
  type?: string;

  @Field(10, 'microTime', { doc: 'When the event was first observed, to the microsecond.' })
  eventTime?: string;

  @Field(11, EventSeries, {
    pointer: true,
    doc: 'Data on the series if the event keeps repeating; unset for a single one.',
  })
  series?: EventSeries;

  @Field(12, 'string', { doc: 'What was done or tried in regard to the object.' })
  action?: string;

  @Field(13, ObjectReference, { pointer: true, doc: 'Second object that plays a part in the event.' })
  related?: ObjectReference;

  @Field(14, 'string', { always: true, doc: 'Controller that reports the event, such as kubernetes.io/kubelet.' })
  reportingComponent?: string;

  @Field(15, 'string', { always: true, doc: 'Instance of the reporting controller, such as a pod name.' })
  reportingInstance?: string;
}
