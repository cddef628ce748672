import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Clock,
  type ConvertedVersion,
  MetricsRegistry,
  type ObjectConverter,
} from '../../../../src/plugin-api/index.js';
import {
  currentSpan,
  failure,
  type JsonValue,
  type WebhookClient,
  WebhookClients,
} from '../../../../src/plugin-api/built-in.js';
import type { WebhookConversion } from '../../custom-resource-definition/conversion.v1.js';
import { checkConverted } from './converted-object.js';
import { type ConversionFault, ConversionMetrics } from './conversion-metrics.js';
import { type ConversionReview, makeReviews, readConverted, reviewVersion } from './conversion-review.js';

/** The dependencies of the converters of all definitions. */
@Injectable()
export class ConversionParts {
  readonly metrics: ConversionMetrics;

  constructor(
    @Inject(WebhookClients) readonly clients: WebhookClients,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
    @Inject(Clock) readonly clock: Clock,
  ) {
    this.metrics = new ConversionMetrics(registry);
  }
}

/** Milliseconds for one review, as in the reference. */
const TIMEOUT = 30_000;
/** Objects of one review: as many as kubectl asks for in one page of a list. */
const BATCH = 500;
/** The most text of one review besides a single object, in characters: it is written and read as a whole. */
const MAX_REVIEW = 4 * 1024 * 1024;
/** The largest response, which is read as a whole: some times the largest review. */
const MAX_ANSWER_BYTES = 4 * MAX_REVIEW;

/** A call that takes longer is logged, in milliseconds, as in the reference: of a call, and of each object. */
const SLOW_CALL_MS = 50;
const SLOW_OBJECT_MS = 8;

/** Converts objects by asking a definition's webhook (upstream: webhookConverter). Each batch is one review, or several where its objects are large. */
export class WebhookConverter implements ObjectConverter {
  readonly batchSize = BATCH;
  private client: WebhookClient | undefined;

  constructor(
    private readonly definition: string,
    private readonly webhook: WebhookConversion,
    private readonly parts: ConversionParts,
  ) {}

  async convert(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): Promise<readonly ApiObject[]> {
    const { clock, metrics } = this.parts;
    const started = clock.monotonic();
    let fault: ConversionFault | undefined;
    try {
      return await this.ask(objects, from, to);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      fault = error.fault;
      const { group, version, kind } = from.gvk;
      throw failure(500, `conversion webhook for ${group}/${version}, Kind=${kind} ${error.message}`, { cause: error });
    } finally {
      const seconds = (clock.monotonic() - started) / 1000;
      metrics.observe({ definition: this.definition, from: from.gvk.version, to: to.gvk.version, seconds, fault });
    }
  }

  /** Closes the connections to the webhook, once the reviews on them have ended. */
  close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    return client?.close() ?? Promise.resolve();
  }

  private async ask(
    objects: readonly ApiObject[],
    _from: ConvertedVersion,
    to: ConvertedVersion,
  ): Promise<readonly ApiObject[]> {
    const version = reviewVersion(this.webhook.conversionReviewVersions ?? []);
    if (!version) throw failure(500, 'no supported conversion review versions');
    const converted: JsonValue[] = [];
    for (const review of makeReviews(version, objects, { desiredAPIVersion: to.apiVersion, most: MAX_REVIEW })) {
      const text = await this.traced(review, () => this.post(review));
      const answered = await readAnswer(review, text);
      if (answered.length !== review.count) {
        const message = `returned ${answered.length} objects, expected ${review.count}`;
        throw new ConversionError('conversion_webhook_partial_response_failure', message);
      }
      for (const object of answered) converted.push(object);
    }
    const isSingle = objects.length === 1;
    return objects.map((object, index) => {
      try {
        return checkConverted(object, converted[index], { to, place: { index, isSingle } });
      } catch (error) {
        throw new ConversionError('conversion_webhook_invalid_converted_object_failure', (error as Error).message);
      }
    });
  }

  /** Asks in its own span, where there is a trace (upstream: the webhook converter). */
  private traced(review: ConversionReview, ask: () => Promise<string>): Promise<string> {
    const { uid, desiredApiVersion, count } = review;
    const span = currentSpan()?.start('Call conversion webhook', {
      'custom-resource-definition': this.definition,
      'desired-api-version': desiredApiVersion,
      'object-count': count,
      UID: uid,
    });
    if (!span) return ask();
    return span
      .run(async () => {
        const text = await ask();
        span.addEvent('Request completed');
        return text;
      })
      .finally(() => span.end(SLOW_CALL_MS + SLOW_OBJECT_MS * count));
  }

  private async post(review: ConversionReview): Promise<string> {
    try {
      this.client ??= this.parts.clients.open(this.webhook.clientConfig ?? {}, {
        limits: { maxAnswerBytes: MAX_ANSWER_BYTES },
      });
      return await this.client.post(review.text, { timeout: TIMEOUT });
    } catch (error) {
      throw new ConversionError('conversion_webhook_call_failure', `failed: ${(error as Error).message}`);
    }
  }
}

async function readAnswer(review: ConversionReview, text: string): Promise<readonly JsonValue[]> {
  try {
    return await readConverted(review, text);
  } catch (error) {
    const fault = 'conversion_webhook_malformed_response_failure';
    throw new ConversionError(fault, `failed: ${(error as Error).message}`);
  }
}

/** A failed conversion; the message continues after the name of the webhook. */
class ConversionError extends Error {
  override readonly name = 'ConversionError';

  constructor(
    readonly fault: ConversionFault,
    message: string,
  ) {
    super(message);
  }
}
