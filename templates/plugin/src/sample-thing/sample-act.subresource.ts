import {
  type ApiObject,
  ApiType,
  Field,
  Inject,
  Injectable,
  KubernetesObject,
  MaxLength,
  Stores,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
} from 'binnacle/plugin-api';
import { SampleThing } from './sample-thing.v1.js';

const ANNOTATION = 'sample-group.example.com/sample-act';

/** The body of a request to `sample-act`. */
@ApiType({ name: 'com.example.sample-group.v1.SampleThingSampleAct', doc: 'A request to change a SampleThing.' })
export class SampleThingSampleAct extends KubernetesObject {
  @Field(2, 'string', { doc: 'The reason, which is written to an annotation.' })
  @MaxLength(200)
  reason?: string;
}

/** Handles requests to `samplethings/NAME/sample-act`: changes the SampleThing, and answers it. */
@Injectable()
export class SampleActHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const { reason = '' } = body as SampleThingSampleAct;
    const store = this.stores.of(SampleThing);
    return store.update(storeContext, name, (old) => withAnnotation(old!, reason));
  }
}

function withAnnotation({ metadata, ...rest }: SampleThing, reason: string): SampleThing {
  return { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, [ANNOTATION]: reason } } };
}

/** The subresource `sample-act`, for the declaration of its kind. */
export const sampleActSubresource: SubresourceDefinition = {
  name: 'sample-act',
  verbs: ['create'],
  type: SampleThingSampleAct,
  answers: 'parent',
  handler: SampleActHandler,
};
