import type { AdmissionAttributes, ApiObject, Stores } from '../../../src/plugin-api/index.js';
import { FollowedConfigurations } from '../configurations/followed-configurations.js';
import { type MatchCandidate, MatchIndex } from '../matching/index.js';
import { StoredWebhook, type WebhookDefinition } from './stored-webhook.js';

/** A stored configuration of either kind. */
export interface WebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly WebhookDefinition[];
}

/** The webhooks of all stored configurations, in order of the configurations' names. Follows the store. */
export class WebhookRegistry {
  private readonly configurations: FollowedConfigurations<WebhookConfiguration>;
  private index: MatchIndex<StoredWebhook> | undefined;

  /** `onChange` is called with the webhooks that are in force after a change. */
  constructor(
    resource: string,
    stores: Stores,
    private readonly onChange: (webhooks: readonly StoredWebhook[]) => void,
  ) {
    this.configurations = new FollowedConfigurations(resource, stores, () => (this.index = undefined));
  }

  /** Resolves once every stored configuration is known; undefined where that is so already. */
  ready(): Promise<void> | undefined {
    return this.configurations.ready();
  }

  /** Returns the webhooks whose rules are about a request. */
  candidates(attributes: AdmissionAttributes): readonly MatchCandidate<StoredWebhook>[] {
    return (this.index ??= this.makeIndex()).candidates(attributes);
  }

  private makeIndex(): MatchIndex<StoredWebhook> {
    const definitions = this.configurations.all.flatMap(({ metadata: { name = '' }, webhooks = [] }) =>
      webhooks.map((definition) => ({ name, definition })),
    );
    const webhooks = definitions.map(({ name, definition }, i) => new StoredWebhook(name, definition, i));
    this.onChange(webhooks);
    return new MatchIndex(webhooks);
  }
}
