import { Injectable, QueueController, type ResourceStore, systemContext, updateExisting } from 'binnacle/plugin-api';
import { SampleThing } from './sample-thing.v1.js';

const LABEL = 'sample-group.example.com/sample-loop';

/** Labels every SampleThing: the place of what reconciles the stored objects with the desired state. */
@Injectable()
export class SampleLoopController extends QueueController {
  readonly name = 'sample-loop-controller';

  private get store(): ResourceStore<SampleThing> {
    return this.parts.stores.of(SampleThing);
  }

  protected watch(): void {
    this.follow(this.store, ({ metadata }) => [`${metadata.namespace}/${metadata.name}`]);
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/');
    const context = systemContext(namespace);
    await updateExisting(this.store, { context, name }, (old) => {
      if (old.metadata.labels?.[LABEL] === 'seen') return undefined;
      return { ...old, metadata: { ...old.metadata, labels: { ...old.metadata.labels, [LABEL]: 'seen' } } };
    });
  }
}
