import {
  type ApiObject,
  ApiType,
  Field,
  Inject,
  Injectable,
  ObjectMeta,
  Stores,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
} from 'binnacle/plugin-api';
import type { SampleThing } from './sample-thing.v1.js';

/** The answer of `sample-view`. */
@ApiType({ name: 'com.example.sample-group.v1.SampleThingSampleView', doc: 'What is seen of a SampleThing.' })
export class SampleThingSampleView {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', { doc: 'The SampleThing in one sentence.' })
  summary?: string;
}

/** Answers `GET samplethings/NAME/sample-view`: computed from the stored SampleThing, and not stored. */
@Injectable()
export class SampleViewHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const store = this.stores.of<SampleThing>('sample-group.example.com', 'samplethings');
    const { spec, status } = await store.get(storeContext, name);
    const view: SampleThingSampleView = {
      metadata: { name },
      summary: `${status?.phase ?? 'Unknown'}, size ${spec.size ?? 0}`,
    };
    return view;
  }
}

/** The subresource `sample-view`, for the declaration of its kind. */
export const sampleViewSubresource: SubresourceDefinition = {
  name: 'sample-view',
  verbs: ['get'],
  group: 'sample-group.example.com',
  version: 'v1',
  kind: 'SampleThingSampleView',
  type: SampleThingSampleView,
  handler: SampleViewHandler,
};
