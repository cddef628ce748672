import { type AdmissionAttributes, type ApiObject, badRequest } from '../../../src/plugin-api/index.js';
import { type MaybePromise, WebhookCallError, currentSpan } from '../../../src/plugin-api/built-in.js';
import { type RequestMatch, apiVersionOf } from '../matching/index.js';
import {
  type AdmissionReview,
  type ReviewedAdmission,
  UnreadableAnswer,
  makeAdmissionReview,
  readAdmissionAnswer,
} from './admission-review.js';
import type { StoredWebhook } from './stored-webhook.js';
import { UnusableTarget, type WebhookConnections } from './webhook-connections.js';
import { WebhookFailure, refusalBy } from './webhook-failure.js';

const BAD_REQUEST = 400;
const INTERNAL = 500;
const UNAVAILABLE = 503;

/** Asks one webhook about one request, and checks its answer. */
export class WebhookCaller {
  constructor(
    private readonly connections: WebhookConnections,
    private readonly mayPatch: boolean,
  ) {}

  /**
   * Returns the answer of a webhook that allows a request; warnings and annotations are passed on. Throws StatusError for a
   * refusal, WebhookFailure where there is no usable answer.
   */
  async ask(webhook: StoredWebhook, attributes: AdmissionAttributes, match: RequestMatch): Promise<ReviewedAdmission> {
    if (attributes.dryRun && !webhook.allowsDryRun) {
      throw badRequest(`admission webhook ${JSON.stringify(webhook.name)} does not support dry run`);
    }
    const answer = await this.traced(webhook, attributes, () => this.exchange(webhook, attributes, match));
    for (const [key, value] of answer.auditAnnotations) attributes.annotate(`${webhook.name}/${key}`, value);
    for (const warning of answer.warnings) attributes.warn(warning);
    if (answer.isAllowed) return answer;
    throw refusalBy(webhook.name, answer.status);
  }

  /** Asks in its own span, where there is a trace (upstream: the dispatchers' "Call mutating webhook"). */
  private traced(
    webhook: StoredWebhook,
    attributes: AdmissionAttributes,
    ask: () => Promise<ReviewedAdmission>,
  ): Promise<ReviewedAdmission> {
    const current = currentSpan();
    if (!current) return ask();
    const span = current.start(
      `Call ${this.mayPatch ? 'mutating' : 'validating'} webhook`,
      spanAttributes(webhook, attributes),
    );
    return span
      .run(async () => {
        const answer = await ask();
        span.addEvent('Request completed');
        return answer;
      })
      .finally(() => span.end());
  }

  private async exchange(
    webhook: StoredWebhook,
    attributes: AdmissionAttributes,
    match: RequestMatch,
  ): Promise<ReviewedAdmission> {
    const { version } = webhook;
    if (!version)
      throw new WebhookFailure(
        webhook.name,
        'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
        BAD_REQUEST,
      );
    const shown = { object: await shownIn(attributes, match), oldObject: await oldShownIn(attributes, match) };
    let review: AdmissionReview | undefined;
    const makeText = (): string => {
      review = makeAdmissionReview(version, attributes, { match, shown });
      return review.text;
    };
    const text = await this.post(webhook, attributes, makeText);
    try {
      return await readAdmissionAnswer(review!, text, this.mayPatch);
    } catch (error) {
      const what = error instanceof UnreadableAnswer ? 'failed to call webhook' : 'received invalid webhook response';
      throw new WebhookFailure(webhook.name, `${what}: ${(error as Error).message}`, UNAVAILABLE);
    }
  }

  private async post(webhook: StoredWebhook, attributes: AdmissionAttributes, makeText: () => string): Promise<string> {
    const { signal } = attributes;
    const timeout = timeLeft(webhook, signal);
    const deadline = AbortSignal.timeout(timeout);
    const either = signal ? AbortSignal.any([signal.abortSignal, deadline]) : deadline;
    try {
      return await this.connections.post(webhook, makeText, { timeout, signal: either });
    } catch (error) {
      const reason = (error as Error).message;
      if (error instanceof UnusableTarget) throw new WebhookFailure(webhook.name, reason, INTERNAL);
      if (error instanceof WebhookCallError && error.auditAnnotation) attributes.annotate(...error.auditAnnotation);
      const code = (error instanceof WebhookCallError && error.status) || UNAVAILABLE;
      throw new WebhookFailure(webhook.name, `failed to call webhook: ${reason}`, code);
    }
  }
}

/** The attributes of the span of a call, as in the reference. */
function spanAttributes({ configuration, name }: StoredWebhook, attributes: AdmissionAttributes): SpanAttributes {
  const { resource, subresource, operation } = attributes;
  const { group, version } = resource;
  return {
    configuration,
    webhook: name,
    resource: `${group}/${version}, Resource=${resource.resource}`,
    subresource,
    operation,
  };
}

type SpanAttributes = Readonly<Record<string, string>>;

/** Milliseconds that a webhook has: its own, but no more than the request; at least one. */
function timeLeft({ timeout }: StoredWebhook, signal: AdmissionAttributes['signal']): number {
  if (signal?.deadline === undefined) return timeout;
  return Math.max(1, Math.ceil(Math.min(timeout, signal.deadline - performance.now())));
}

/** The object of a request as a webhook sees it; in its only version where it has no other. */
function shownIn(attributes: AdmissionAttributes, { kind }: RequestMatch): MaybePromise<ApiObject | undefined> {
  return attributes.objectIn(apiVersionOf(kind));
}

function oldShownIn(attributes: AdmissionAttributes, { kind }: RequestMatch): MaybePromise<ApiObject | undefined> {
  return attributes.oldObjectIn(apiVersionOf(kind));
}
