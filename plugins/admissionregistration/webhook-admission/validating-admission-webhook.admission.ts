import { Inject, Injectable } from '@nestjs/common';
import { type AdmissionAttributes, Stores } from '../../../src/plugin-api/index.js';
import { WebhookClients } from '../../../src/plugin-api/built-in.js';
import { type MatchedWebhook, WebhookAdmission, type WebhookSort } from './webhook-admission.js';
import { WebhookFailure } from './webhook-failure.js';
import { StaticManifestsProvider } from '../static-manifests/index.js';

const FAILED_OPEN = 'failed-open.validating.webhook.admission.k8s.io/round_0_index_';

const SORT: WebhookSort = {
  plugin: 'ValidatingAdmissionWebhook',
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  mayPatch: false,
};

/** Asks the webhooks of ValidatingWebhookConfigurations, side by side. */
@Injectable()
export class ValidatingWebhookAdmission extends WebhookAdmission {
  readonly name = SORT.plugin;

  constructor(
    @Inject(Stores) stores: Stores,
    @Inject(WebhookClients) clients: WebhookClients,
    @Inject(StaticManifestsProvider) provider: StaticManifestsProvider,
  ) {
    super({ stores, clients, provider }, SORT);
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const pending = this.registry.ready(attributes);
    if (pending) return pending.then(() => this.validate(attributes));
    return this.registry.candidates(attributes).length === 0 ? undefined : this.askAll(attributes);
  }

  private async askAll(attributes: AdmissionAttributes): Promise<void> {
    const namespace = this.namespaceOf(attributes);
    const matched: MatchedWebhook[] = [];
    for (const candidate of this.registry.candidates(attributes)) {
      const match = await candidate.match(attributes, namespace);
      const webhook = candidate.item;
      if (match && (await this.conditions.areMet(webhook, attributes, match))) matched.push({ webhook, match });
    }
    if (matched.length === 0) return;
    attributes.signal?.throwIfAborted();
    const outcomes = await Promise.allSettled(matched.map((each) => this.ask(attributes, each)));
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused) throw refused.reason;
  }

  private async ask(attributes: AdmissionAttributes, { webhook, match }: MatchedWebhook): Promise<void> {
    try {
      await this.observer.observe(webhook, attributes, async () => {
        await this.caller.ask(webhook, attributes, match);
        return false;
      });
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error;
      if (!webhook.isIgnoredOnFailure) throw error.statusError;
      attributes.annotate(`${FAILED_OPEN}${webhook.index}`, webhook.name);
      this.failOpen(webhook, error, attributes);
    }
  }
}
