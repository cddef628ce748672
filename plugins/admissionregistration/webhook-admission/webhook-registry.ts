import type { AdmissionAttributes, ApiObject, Stores } from '../../../src/plugin-api/index.js';
import { type MatchCandidate, MatchIndex } from '../matching/index.js';
import { StoredWebhook, type WebhookDefinition } from './stored-webhook.js';

/** A stored configuration of either kind. */
export interface WebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly WebhookDefinition[];
}

/** The webhooks of all stored configurations, in order of the configurations' names. Follows the store. */
export class WebhookRegistry {
  private readonly configurations = new Map<string, WebhookConfiguration>();
  private index: MatchIndex<StoredWebhook> | undefined;
  private isComplete = false;
  private completion: Promise<void> | undefined;

  /** `onChange` is called with the webhooks that are in force after a change. */
  constructor(
    private readonly resource: string,
    private readonly stores: Stores,
    private readonly onChange: (webhooks: readonly StoredWebhook[]) => void,
  ) {}

  /** Resolves once every stored configuration is known; undefined where that is so already. */
  ready(): Promise<void> | undefined {
    return this.isComplete ? undefined : (this.completion ??= this.follow());
  }

  /** The webhooks whose rules are about a request. */
  candidates(attributes: AdmissionAttributes): readonly MatchCandidate<StoredWebhook>[] {
    return (this.index ??= this.makeIndex()).candidates(attributes);
  }

  private follow(): Promise<void> {
    return new Promise((resolve) => {
      const store = this.stores.find<WebhookConfiguration>('admissionregistration.k8s.io', this.resource);
      const complete = (): void => {
        this.isComplete = true;
        resolve();
      };
      if (!store) return complete();
      store.follow({
        onChange: ({ type, name, object }) => {
          if (type === 'DELETED') this.configurations.delete(name);
          else this.configurations.set(name, object);
          this.index = undefined;
        },
        onReady: complete,
        onReset: () => {
          this.configurations.clear();
          this.index = undefined;
          this.isComplete = false;
          this.completion = new Promise((again) => (resolve = again));
        },
      });
    });
  }

  private makeIndex(): MatchIndex<StoredWebhook> {
    const names = [...this.configurations.keys()].sort();
    const definitions = names.flatMap((name) =>
      (this.configurations.get(name)?.webhooks ?? []).map((definition) => ({ name, definition })),
    );
    const webhooks = definitions.map(({ name, definition }, i) => new StoredWebhook(name, definition, i));
    this.onChange(webhooks);
    return new MatchIndex(webhooks);
  }
}
