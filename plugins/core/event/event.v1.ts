import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.EventSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EventSource' })
export class EventSource {
  @Field(1, 'string')
  component?: string;

  @Field(2, 'string')
  host?: string;
}

/** Shape of v1.EventSeries. */
@ApiType({ name: 'k8s.io.api.core.v1.EventSeries' })
export class EventSeries {
  @Field(1, 'int32')
  count?: number;

  @Field(2, 'microTime')
  lastObservedTime?: string;
}

/** Shape of v1.Event. */
@ApiType({ name: 'k8s.io.api.core.v1.Event' })
export class Event {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { always: true, required: true })
  metadata: ObjectMeta;

  @Field(2, ObjectReference, { always: true, required: true })
  involvedObject: ObjectReference;

  @Field(3, 'string')
  reason?: string;

  @Field(4, 'string')
  message?: string;

  @Field(5, EventSource)
  source?: EventSource;

  @Field(6, 'time')
  firstTimestamp?: string;

  @Field(7, 'time')
  lastTimestamp?: string;

  @Field(8, 'int32')
  count?: number;

  @Field(9, 'string')
  type?: string;

  @Field(10, 'microTime')
  eventTime?: string;

  @Field(11, EventSeries, { pointer: true })
  series?: EventSeries;

  @Field(12, 'string')
  action?: string;

  @Field(13, ObjectReference, { pointer: true })
  related?: ObjectReference;

  @Field(14, 'string', { always: true })
  reportingComponent?: string;

  @Field(15, 'string', { always: true })
  reportingInstance?: string;
}
