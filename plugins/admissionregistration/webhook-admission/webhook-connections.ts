import type { WebhookClient, WebhookClients, WebhookCredentials } from '../../../src/plugin-api/built-in.js';
import { caBundleFault } from '../webhook/ca-bundle.js';
import type { StoredWebhook } from './stored-webhook.js';

/** The largest answer that is read, as in the reference. */
const MAX_ANSWER_BYTES = 3 * 1024 * 1024;
/** Reviews of one target at a time: each holds the texts of two objects. Others wait without a text. */
const MAX_REVIEWS = 64;

/** A client of one target, and the reviews that wait for a place. */
interface Target {
  readonly client: WebhookClient;
  active: number;
  /** In order of their arrival. */
  readonly waiting: Set<() => void>;
}

/** How long a review may take. */
interface PostLimits {
  /** Milliseconds, as the webhook is informed of them. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The clients of webhooks, one for each target; connections are kept while a webhook uses them. */
export class WebhookConnections {
  private readonly targets = new Map<string, Target>();
  /** Shown to webhooks; set before the first request, where there are some. */
  credentials: WebhookCredentials | undefined;

  constructor(private readonly clients: WebhookClients) {}

  /** Closes the connections that no webhook uses any more. */
  keepOnly(webhooks: readonly StoredWebhook[]): void {
    const used = new Set(webhooks.map(keyOf));
    for (const [key, { client }] of this.targets) {
      if (used.has(key)) continue;
      this.targets.delete(key);
      void client.close();
    }
  }

  /**
   * Posts a review as soon as the target has a place for it; its text is made then. Throws an Error in the reference's words
   * where there is no answer before the deadline of `signal`.
   */
  async post(webhook: StoredWebhook, makeText: () => string, { timeout, signal }: PostLimits): Promise<string> {
    const target = this.targetOf(webhook);
    await takePlace(target, signal);
    try {
      return await target.client.post(makeText(), { timeout, signal });
    } finally {
      target.active--;
      wakeFirst(target);
    }
  }

  private targetOf(webhook: StoredWebhook): Target {
    const key = keyOf(webhook);
    let target = this.targets.get(key);
    if (!target) {
      const { clientConfig } = webhook.definition;
      const fault = caBundleFault(clientConfig.caBundle);
      if (fault) throw new UnusableTarget(`could not get REST client: ${fault}`);
      const client = this.clients.open(clientConfig, {
        limits: { maxAnswerBytes: MAX_ANSWER_BYTES },
        credentials: this.credentials,
      });
      this.targets.set(key, (target = { client, active: 0, waiting: new Set() }));
    }
    return target;
  }
}

function keyOf({ definition: { clientConfig } }: StoredWebhook): string {
  return JSON.stringify(clientConfig);
}

async function takePlace(target: Target, signal: AbortSignal): Promise<void> {
  while (target.active >= MAX_REVIEWS) {
    if (signal.aborted) throw new Error('context deadline exceeded');
    await new Promise<void>((resolve) => {
      target.waiting.add(resolve);
      // A review that waits no more must not take the place of one that does.
      signal.addEventListener('abort', () => endWaiting(target, resolve), { once: true });
    });
  }
  target.active++;
}

function endWaiting({ waiting }: Target, resolve: () => void): void {
  waiting.delete(resolve);
  resolve();
}

function wakeFirst(target: Target): void {
  const [first] = target.waiting;
  if (first) endWaiting(target, first);
}

/** A target whose configuration allows no client. */
export class UnusableTarget extends Error {
  override readonly name = 'UnusableTarget';
}
