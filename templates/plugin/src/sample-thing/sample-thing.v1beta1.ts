import { ApiType, Field, KubernetesObject, Max, MaxLength, Min } from 'binnacle/plugin-api';

/** The desired state of a SampleThing. */
@ApiType({ name: 'com.example.sample-group.v1beta1.SampleThingSpec', doc: 'The desired state of a SampleThing.' })
export class SampleThingSpecV1beta1 {
  @Field(1, 'int32', { pointer: true, default: 1, doc: 'How many it has room for.' })
  @Min(0)
  @Max(100)
  size?: number;

  @Field(2, 'string', { doc: 'A note for people; needed where size is 0.' })
  @MaxLength(200)
  note?: string;
}

/** The observed state of a SampleThing. */
@ApiType({ name: 'com.example.sample-group.v1beta1.SampleThingStatus', doc: 'The observed state of a SampleThing.' })
export class SampleThingStatusV1beta1 {
  @Field(1, 'string', { doc: 'Open or Closed.' })
  phase?: string;
}

/** A SampleThing of the group sample-group.example.com. */
@ApiType({ name: 'com.example.sample-group.v1beta1.SampleThing', doc: 'A SampleThing.' })
export class SampleThingV1beta1 extends KubernetesObject {
  @Field(2, SampleThingSpecV1beta1) spec: SampleThingSpecV1beta1;
  @Field(3, SampleThingStatusV1beta1) status?: SampleThingStatusV1beta1;
}
