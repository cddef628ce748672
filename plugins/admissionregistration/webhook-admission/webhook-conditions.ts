import { type AdmissionAttributes, type Authorizer, forbiddenResource } from '../../../src/plugin-api/index.js';
import { type MaybePromise } from '../../../src/plugin-api/built-in.js';
import { type ConditionMatcher, RequestVariables } from '../evaluation/index.js';
import { type RequestMatch, apiVersionOf } from '../matching/index.js';
import type { StoredWebhook } from './stored-webhook.js';
import type { WebhookObserver } from './webhook-observer.js';

/** Decides by the match conditions of webhooks whether they are asked about a request. */
export class WebhookConditions {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly observer: WebhookObserver,
  ) {}

  /**
   * Reports whether the conditions of a webhook are met. A promise only where it has some. Throws StatusError 403 for
   * conditions that cannot be evaluated, unless the webhook's failures are ignored.
   */
  areMet(webhook: StoredWebhook, attributes: AdmissionAttributes, match: RequestMatch): MaybePromise<boolean> {
    const conditions = webhook.conditions();
    if (conditions === undefined) return true;
    return this.observer.observeConditions(webhook, attributes, () => this.evaluate(conditions, attributes, match));
  }

  private async evaluate(
    conditions: Promise<ConditionMatcher>,
    attributes: AdmissionAttributes,
    { kind }: RequestMatch,
  ): Promise<boolean> {
    const matcher = await conditions;
    const apiVersion = apiVersionOf(kind);
    const { resource } = attributes;
    const object = await attributes.objectIn(apiVersion);
    const oldObject = await attributes.oldObjectIn(apiVersion);
    const { authorizer } = this;
    const variables = new RequestVariables({ attributes, kind, resource, object, oldObject, authorizer });
    const outcome = await matcher.match(variables);
    if (outcome.verdict === 'failed') throw forbiddenResource(resource, attributes.name, outcome.reason);
    return outcome.verdict === 'match';
  }
}
