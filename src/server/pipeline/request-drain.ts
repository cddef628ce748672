import type { RequestContext } from '../../endpoints/index.js';
import { isClosed } from '../../request/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';
import { closeAfterAnswer } from '../connections/index.js';
import { discardBody } from '../filters/unread-body.js';

/** The settings of the shutdown. */
export interface RequestDrainSettings {
  /** True if new requests are rejected with 429 and their connections ended (`--shutdown-send-retry-after`). */
  readonly sendsRetryAfter: boolean;
  /** Time over which long-running requests are ended, in milliseconds; 0 ends them at once. */
  readonly watchGraceMs: number;
  /** How long running requests get to finish, in milliseconds. */
  readonly limitMs: number;
  /** Called with a request that has not ended in time, and is cut off. */
  readonly onSlow: (request: SlowRequest) => void;
}

/** A request that holds the shutdown up. */
export type SlowRequest = Pick<RequestContext, 'lifetime' | 'method' | 'path'>;

type Drained = SlowRequest & Pick<RequestContext, 'request' | 'response' | 'headers' | 'isLongRunning' | 'send'>;

/** Requests that are reported at most. */
const MAX_REPORTED = 10;
const PERIOD_MS = 5;
/** Long-running requests that are ended per second at least (upstream: the floor of the rate of watch termination). */
const MIN_RATE = 200;
/** Probes and scrapes are answered to the end (upstream: pathPrefixesExemptFromRetryAfter). */
const EXEMPT_PATHS = ['/readyz', '/livez', '/healthz', '/metrics'];
/** The user agent of the loopback client of an API server, which is exempt too. */
const LOOPBACK_AGENT = 'kube-apiserver/';

/** The requests under way, and how they end when the server shuts down. */
export class RequestDrain {
  private readonly longRunning = new Set<Drained>();
  private readonly open = new Set<Drained>();
  private isDraining = false;
  private servesLate = false;

  constructor(private readonly settings: RequestDrainSettings) {}

  /** Counts a request; `left` is to be called when it is answered. */
  entered(context: Drained, isLong: boolean): void {
    this.open.add(context);
    if (isLong) this.longRunning.add(context);
  }

  /** Counts a request that entered as answered. */
  left(context: Drained): void {
    this.open.delete(context);
    this.longRunning.delete(context);
  }

  /** Serves late requests too: other processes take new connections, and clients of the remaining ones are not refused. */
  serveLate(): void {
    this.servesLate = true;
  }

  /** Reports whether a request is refused: it came after the delay of the shutdown. */
  refuses(context: Drained): boolean {
    return this.isDraining && !this.servesLate && !isExempt(context);
  }

  /** Responds to such a request: 429 or 503, each with Retry-After (upstream: WithRetryAfter, WithWaitGroup). */
  refuse(context: Drained): void {
    if (this.settings.sendsRetryAfter) {
      closeAfterAnswer(context);
      answer(context, { code: 429, retryAfter: 5, text: 'The apiserver is shutting down, please try again later.' });
    } else {
      answer(context, { code: 503, retryAfter: 1, text: 'apiserver is shutting down' });
    }
  }

  /**
   * Refuses new requests, ends long-running ones, and waits until all are answered. Those that are not by the limit are cut off: a
   * function of a plugin may never end.
   */
  async finish(): Promise<void> {
    this.isDraining = true;
    const { limitMs, watchGraceMs } = this.settings;
    const started = performance.now();
    const deadline = started + Math.max(limitMs, watchGraceMs);
    const last = [...this.longRunning];
    const perMs = this.settings.watchGraceMs > 0 ? rateOf(last.length, this.settings.watchGraceMs) : Infinity;
    let ended = 0;
    for (let now = started; this.open.size > 0 && now < deadline; now = performance.now()) {
      const due = Math.min(last.length, Math.floor(perMs * Math.max(now - started, PERIOD_MS)));
      while (ended < due) endNow(last[ended++]);
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
    while (ended < last.length) endNow(last[ended++]);
    const late = [...this.open].filter(({ isLongRunning }) => !isLongRunning);
    for (const context of late.slice(0, MAX_REPORTED)) this.settings.onSlow(context);
    for (const { response } of late) response.destroy();
  }
}

/** How many requests are ended in a millisecond. */
function rateOf(count: number, graceMs: number): number {
  return Math.max(MIN_RATE / 1000, count / graceMs);
}

function isExempt({ path, headers }: Drained): boolean {
  return EXEMPT_PATHS.some((prefix) => path.startsWith(prefix)) || !!headers['user-agent']?.startsWith(LOOPBACK_AGENT);
}

function endNow({ response }: Drained): void {
  const upgraded = upgradeResponseOf(response);
  if (upgraded) upgraded.interrupt();
  else response.end();
}

/** An answer to a request that came too late. */
interface Refusal {
  readonly code: number;
  /** In seconds. */
  readonly retryAfter: number;
  readonly text: string;
}

function answer(context: Drained, { code, retryAfter, text }: Refusal): void {
  const content = { contentType: 'text/plain; charset=utf-8', body: `${text}\n` };
  const headers = { 'retry-after': String(retryAfter), 'x-content-type-options': 'nosniff' };
  if (!isClosed(context.response)) context.send(code, content, headers);
  discardBody(context.request);
}
