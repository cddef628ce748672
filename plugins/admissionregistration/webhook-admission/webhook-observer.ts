import type { AdmissionAttributes, StatusError } from '../../../src/plugin-api/index.js';
import type { StoredWebhook } from './stored-webhook.js';
import { WebhookFailure, WebhookRefusal } from './webhook-failure.js';
import type { CountedCall, RejectionCause, WebhookMetrics, WebhookType } from './webhook-metrics.js';

const SUCCESS_CODE = 200;

/** Names of the plugins that call webhooks. */
const PLUGINS = { admit: 'MutatingAdmissionWebhook', validating: 'ValidatingAdmissionWebhook' } as const;

type Examination = Pick<Parameters<NonNullable<AdmissionAttributes['onExamined']>>[0], 'plugin' | 'rule' | 'seconds'>;

/** The end of a call. */
interface CallOutcome {
  readonly rejection: RejectionCause | undefined;
  readonly code: number;
}

/** Counts, times and reports the calls of webhooks. */
export class WebhookObserver {
  constructor(
    private readonly metrics: WebhookMetrics,
    private readonly type: WebhookType,
  ) {}

  /** Runs a call, which answers whether it has changed the object; what it throws is passed on. */
  async observe(
    webhook: StoredWebhook,
    attributes: AdmissionAttributes,
    call: () => Promise<boolean>,
  ): Promise<boolean> {
    const started = performance.now();
    let error: Error | undefined;
    let isChanged = false;
    try {
      isChanged = await call();
      return isChanged;
    } catch (thrown) {
      error = thrown as Error;
      throw thrown;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const outcome = outcomeOf(error, webhook);
      this.metrics.observeCall({ ...this.counted(webhook, attributes), ...outcome, seconds });
      attributes.onExamined?.({
        ...this.examination(webhook, seconds),
        outcome: error ? reportedOutcome(error) : isChanged ? 'changed' : 'allowed',
        message: error?.message ?? '',
      });
    }
  }

  /** Records a failure that was ignored. */
  observeOpenFailure(webhook: StoredWebhook, attributes: AdmissionAttributes): void {
    this.metrics.observeOpenFailure(this.counted(webhook, attributes));
  }

  /** Evaluates the match conditions of a webhook; what it throws is passed on. */
  async observeConditions(
    webhook: StoredWebhook,
    attributes: AdmissionAttributes,
    evaluate: () => Promise<boolean>,
  ): Promise<boolean> {
    const started = performance.now();
    let [outcome, reason]: ['match' | 'no-match' | 'failed', string | undefined] = ['failed', undefined];
    try {
      const areMet = await evaluate();
      outcome = areMet ? 'match' : 'no-match';
      return areMet;
    } catch (error) {
      reason = (error as Error).message;
      throw error;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      this.metrics.observeConditions(this.counted(webhook, attributes), { outcome, seconds });
      const examination = this.examination(webhook, seconds);
      if (outcome === 'no-match') attributes.onExamined?.({ ...examination, outcome: 'skipped' });
      if (outcome === 'failed') attributes.onExamined?.({ ...examination, outcome: 'failed', message: reason });
    }
  }

  /** The facts that observers are shown, besides the outcome. */
  private examination({ configuration, name }: StoredWebhook, seconds: number): Examination {
    return { plugin: PLUGINS[this.type], rule: `webhook ${name} of configuration ${configuration}`, seconds };
  }

  private counted({ name }: StoredWebhook, { operation }: AdmissionAttributes): CountedCall {
    return { name, type: this.type, operation };
  }
}

function outcomeOf(error: Error | undefined, { isIgnoredOnFailure }: StoredWebhook): CallOutcome {
  if (!error) return { rejection: undefined, code: SUCCESS_CODE };
  if (error instanceof WebhookFailure) {
    return { rejection: isIgnoredOnFailure ? undefined : 'calling_webhook_error', code: error.code };
  }
  if (error instanceof WebhookRefusal) return { rejection: 'no_error', code: codeOf(error) };
  return { rejection: 'apiserver_internal_error', code: 0 };
}

function reportedOutcome(error: Error): 'denied' | 'failed' {
  return error instanceof WebhookRefusal ? 'denied' : 'failed';
}

function codeOf({ status }: StatusError): number {
  return status.code ?? 0;
}
