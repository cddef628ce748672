import { type Backoff, retry, WEBHOOK_BACKOFF } from './backoff.js';
import type { ConnectionSource } from './connection.js';
import {
  NO_CODE,
  type OutboundAnswer,
  OutboundClient,
  type OutboundParts,
  type OutboundRequest,
} from './outbound-client.js';
import { OutboundError, type OutboundFault } from './outbound-error.js';

/** How one attempt ended; for metrics. */
export interface AttemptOutcome {
  readonly result: 'success' | OutboundFault;
  readonly seconds: number;
}

/** How reviews are sent. */
export interface ReviewClientSettings extends OutboundParts {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Milliseconds for all attempts together. */
  readonly totalTimeout?: number;
  readonly backoff?: Backoff;
  /** Called for every attempt. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
}

/** The object of a JSON answer. */
export type ReviewAnswer = Readonly<Record<string, unknown>>;

const TOTAL_TIMEOUT = 60_000;

/**
 * Asks a webhook for its judgement: posts a JSON object and reads the JSON object that is answered. What fails for the
 * moment is tried again with growing waits (upstream: GenericWebhook).
 */
export class ReviewClient {
  private readonly client: OutboundClient;

  constructor(
    source: ConnectionSource,
    private readonly settings: ReviewClientSettings,
  ) {
    this.client = new OutboundClient(source, settings);
  }

  /** Sends a review. Fails with OutboundError when there is no answer that can be read. */
  async review(review: object): Promise<ReviewAnswer> {
    const { clock, backoff = WEBHOOK_BACKOFF, totalTimeout = TOTAL_TIMEOUT } = this.settings;
    const body = JSON.stringify(review);
    const giveUp = new AbortController();
    const timer = clock.schedule(totalTimeout, () => giveUp.abort(new OutboundError('timeout', 'no answer in time')));
    const { signal } = giveUp;
    let previousCode: string | undefined;
    const waitAfter = (error: unknown): number | undefined => {
      if (!(error instanceof OutboundError && error.isTransient)) return undefined;
      previousCode = String(error.status ?? NO_CODE);
      return error.retryAfter ?? 0;
    };
    try {
      return await retry(() => this.attempt({ body, signal, previousCode }), { clock, backoff, signal, waitAfter });
    } finally {
      timer.cancel();
    }
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.client.close();
  }

  private async attempt(attempt: Pick<OutboundRequest, 'body' | 'signal' | 'previousCode'>): Promise<ReviewAnswer> {
    const { clock, timeout, onAttempt } = this.settings;
    const started = clock.monotonic();
    const tell = (result: AttemptOutcome['result']): void =>
      onAttempt?.({ result, seconds: (clock.monotonic() - started) / 1000 });
    try {
      const answer = readAnswer(
        await this.client.send({
          method: 'POST',
          query: timeoutQuery(timeout),
          headers: HEADERS,
          timeout,
          ...attempt,
        }),
      );
      tell('success');
      return answer;
    } catch (error) {
      tell(error instanceof OutboundError ? error.fault : 'connection');
      throw error;
    }
  }
}

const HEADERS = {
  accept: 'application/json, */*',
  'content-type': 'application/json',
  'user-agent': `binnacle (${process.platform}/${process.arch})`,
};

function timeoutQuery(timeout: number): Record<string, string> {
  return { timeout: timeout % 1000 === 0 ? `${timeout / 1000}s` : `${timeout}ms` };
}

function readAnswer(answer: OutboundAnswer): ReviewAnswer {
  const { status, body } = answer;
  if (status < 200 || status > 206) throw failedStatus(answer);
  const value = parse(body.toString('utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ReviewAnswer;
  throw new OutboundError('malformed', 'the answer is no JSON object', { status });
}

function failedStatus({ status, headers }: OutboundAnswer): OutboundError {
  const seconds = Number(headers['retry-after']);
  const hasDelay = headers['retry-after'] !== undefined && Number.isInteger(seconds) && seconds >= 0;
  const isRetried = hasDelay && (status === 429 || status >= 500);
  return new OutboundError('status', `the answer has status code ${status}`, {
    status,
    ...(isRetried && { retryAfter: seconds * 1000 }),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
