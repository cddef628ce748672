import { Inject, Injectable } from '@nestjs/common';
import { type AdmissionAttributes, Stores, isDeepEqual, stringifyJson } from '../../../src/plugin-api/index.js';
import { type MaybePromise, WebhookClients } from '../../../src/plugin-api/built-in.js';
import { Reinvocation } from '../configurations/reinvocation.js';
import { type RequestMatch, apiVersionOf } from '../matching/index.js';
import { patchObject, readPatch } from './object-patch.js';
import type { StoredWebhook } from './stored-webhook.js';
import { WebhookAdmission, type WebhookSort } from './webhook-admission.js';
import { WebhookFailure } from './webhook-failure.js';
import { StaticManifestsProvider } from '../static-manifests/index.js';

const MUTATION = 'mutation.webhook.admission.k8s.io/';
const PATCH = 'patch.webhook.admission.k8s.io/';

const SORT: WebhookSort = {
  plugin: 'MutatingAdmissionWebhook',
  kind: 'MutatingWebhookConfiguration',
  resource: 'mutatingwebhookconfigurations',
  mayPatch: true,
};

/** Asks the webhooks of MutatingWebhookConfigurations one after another, and applies their patches. */
@Injectable()
export class MutatingWebhookAdmission extends WebhookAdmission {
  readonly name = SORT.plugin;
  override readonly reinvokesAll = true;
  private readonly reinvocations = new WeakMap<AdmissionAttributes, Reinvocation>();

  constructor(
    @Inject(Stores) stores: Stores,
    @Inject(WebhookClients) clients: WebhookClients,
    @Inject(StaticManifestsProvider) provider: StaticManifestsProvider,
  ) {
    super({ stores, clients, provider }, SORT);
  }

  override admit(attributes: AdmissionAttributes): MaybePromise<boolean> {
    const pending = this.registry.ready(attributes);
    if (pending) return pending.then(() => this.admit(attributes));
    return this.registry.candidates(attributes).length === 0 ? false : this.askAll(attributes);
  }

  private async askAll(attributes: AdmissionAttributes): Promise<boolean> {
    const reinvocation = this.reinvocations.get(attributes) ?? new Reinvocation();
    this.reinvocations.set(attributes, reinvocation);
    reinvocation.begin(attributes);
    const namespace = this.namespaceOf(attributes);
    let isChanged = false;
    for (const candidate of this.registry.candidates(attributes)) {
      const match = await candidate.match(attributes, namespace);
      const webhook = candidate.item;
      if (!match || !(await this.conditions.areMet(webhook, attributes, match))) continue;
      if (attributes.round > 0 && !reinvocation.isDue(webhook.id)) continue;
      attributes.signal?.throwIfAborted();
      if (await this.ask(attributes, webhook, match)) {
        isChanged = true;
        reinvocation.requireAsked();
      }
      if (webhook.isReinvoked) reinvocation.remember(webhook.id);
    }
    reinvocation.end(attributes);
    return isChanged;
  }

  /** Reports whether the webhook has changed the object. */
  private async ask(attributes: AdmissionAttributes, webhook: StoredWebhook, match: RequestMatch): Promise<boolean> {
    const place = `round_${attributes.round}_index_${webhook.index}`;
    let mutated = false;
    try {
      mutated = await this.observer.observe(webhook, attributes, () =>
        this.mutate(attributes, { webhook, match, place }),
      );
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error;
      if (!webhook.isIgnoredOnFailure) throw error.statusError;
      attributes.annotate(`failed-open.${MUTATION}${place}`, webhook.name);
      this.failOpen(webhook, error, attributes);
    } finally {
      const { configuration, name } = webhook;
      attributes.annotate(`${MUTATION}${place}`, stringifyJson({ configuration, webhook: name, mutated }));
    }
    return mutated;
  }

  private async mutate(
    attributes: AdmissionAttributes,
    { webhook, match, place }: { webhook: StoredWebhook; match: RequestMatch; place: string },
  ): Promise<boolean> {
    const { patch, patchType } = await this.caller.ask(webhook, attributes, match);
    const operations = readPatch(patch);
    if (operations.length === 0) return false;
    const before = await attributes.objectIn(apiVersionOf(match.kind));
    const after = patchObject({ webhook: webhook.name, object: before, operations, patchType });
    await attributes.replace(after);
    const { configuration, name } = webhook;
    // Patches may hold integers beyond 2^53.
    const value = stringifyJson({ configuration, webhook: name, patch: operations, patchType });
    attributes.annotate(`${PATCH}${place}`, value, 'Request');
    return !isDeepEqual(before, await attributes.objectIn(apiVersionOf(match.kind)));
  }
}
