import type { AdmissionAttributes, ApiObject, Stores } from '../../../src/plugin-api/index.js';
import { isExemptFromWebhooks } from '../configurations/exempt-resources.js';
import { FollowedConfigurations } from '../configurations/followed-configurations.js';
import { type MatchCandidate, MatchIndex } from '../matching/index.js';
import type { StaticManifests } from '../static-manifests/index.js';
import { StoredWebhook, type WebhookDefinition } from './stored-webhook.js';

/** A stored configuration of either kind. */
export interface WebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly WebhookDefinition[];
}

/** The resource of the configurations, and where they come from. */
export interface WebhookSources {
  readonly resource: string;
  readonly stores: Stores;
  readonly manifests: StaticManifests;
}

/** The webhooks of all configurations, and those of manifests alone. */
interface WebhookIndexes {
  readonly all: MatchIndex<StoredWebhook>;
  readonly ofManifests: MatchIndex<StoredWebhook>;
}

/**
 * The webhooks of all configurations, in order of the configurations' names; those of manifests come first. Follows the store
 * and the manifests.
 */
export class WebhookRegistry {
  private readonly configurations: FollowedConfigurations<WebhookConfiguration>;
  private indexes: WebhookIndexes | undefined;

  /** `onChange` is called with the webhooks that are in force after a change. */
  constructor(
    private readonly sources: WebhookSources,
    private readonly onChange: (webhooks: readonly StoredWebhook[]) => void,
  ) {
    const { resource, stores, manifests } = sources;
    const forget = (): void => void (this.indexes = undefined);
    this.configurations = new FollowedConfigurations(resource, stores, forget);
    manifests.follow(forget);
  }

  /** Resolves once every configuration is known that a request needs; undefined where that is so already. */
  ready({ resource }: AdmissionAttributes): Promise<void> | undefined {
    return isExemptFromWebhooks(resource) ? undefined : this.configurations.ready();
  }

  /** Returns the webhooks whose rules are about a request. */
  candidates(attributes: AdmissionAttributes): readonly MatchCandidate<StoredWebhook>[] {
    const { all, ofManifests } = (this.indexes ??= this.makeIndexes());
    return (isExemptFromWebhooks(attributes.resource) ? ofManifests : all).candidates(attributes);
  }

  private makeIndexes(): WebhookIndexes {
    const { manifests, resource } = this.sources;
    const ofManifests = definitionsIn(manifests.all(resource));
    const definitions = [...ofManifests, ...definitionsIn(this.configurations.all)];
    const webhooks = definitions.map(({ name, definition }, i) => new StoredWebhook(name, definition, i));
    this.onChange(webhooks);
    return { all: new MatchIndex(webhooks), ofManifests: new MatchIndex(webhooks.slice(0, ofManifests.length)) };
  }
}

/** Returns the webhooks of configurations, each with the name of its configuration. */
function definitionsIn(
  configurations: readonly WebhookConfiguration[],
): readonly { readonly name: string; readonly definition: WebhookDefinition }[] {
  return configurations.flatMap(({ metadata: { name = '' }, webhooks = [] }) =>
    webhooks.map((definition) => ({ name, definition })),
  );
}
