import { Injectable, KindController } from 'binnacle/plugin-api';
import { SampleThing } from './sample-thing.v1.js';

const LABEL = 'sample-group.example.com/sample-loop';

/** Labels every SampleThing: the place of what reconciles the stored objects with the desired state. */
@Injectable()
export class SampleLoopController extends KindController<SampleThing> {
  readonly name = 'sample-loop-controller';
  protected readonly type = SampleThing;

  protected async reconcileObject({ metadata }: SampleThing): Promise<void> {
    if (metadata.labels?.[LABEL] === 'seen') return;
    const things = this.client.of(SampleThing).namespace(metadata.namespace!);
    await things.patch(metadata.name!, { metadata: { labels: { [LABEL]: 'seen' } } });
  }
}
