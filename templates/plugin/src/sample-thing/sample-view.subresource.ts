import {
  type ApiObject,
  ApiType,
  Field,
  Inject,
  Injectable,
  KubernetesObject,
  Stores,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
} from 'binnacle/plugin-api';
import { SampleThing } from './sample-thing.v1.js';

/** The answer of `sample-view`. */
@ApiType({ name: 'com.example.sample-group.v1.SampleThingSampleView', doc: 'What is seen of a SampleThing.' })
export class SampleThingSampleView extends KubernetesObject {
  @Field(2, 'string', { doc: 'The SampleThing in one sentence.' })
  summary?: string;
}

/** Answers `GET samplethings/NAME/sample-view`: computed from the stored SampleThing, and not stored. */
@Injectable()
export class SampleViewHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const store = this.stores.of(SampleThing);
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
  type: SampleThingSampleView,
  handler: SampleViewHandler,
};
