import { LOOKS, slowness } from './looks.js';
import { MOST_LATENCY, type Prober } from './support.js';

/** A request is looked at more closely where a hundred kilobytes of it take as long, in milliseconds. */
const SLOW = 60;
/** Ten times as much may take so many times as long: linear work, a sort, and the noise of a busy machine. */
const MOST_GROWTH = 25;

/** Sizes that double twice, in characters: as many elements of different content as a client may well send. */
const DOUBLED = [100_000, 200_000, 400_000];
/** A request is looked at more closely where the largest takes as long, in milliseconds. */
const SLOW_DOUBLED = 150;
/** Four times as much may take so many times as long; quadratic work takes sixteen. */
const MOST_DOUBLED_GROWTH = 9;

/** A request of any size. */
export interface GrowingRequest {
  readonly name: string;
  /** Sends the request at a size, in characters or so. */
  send(size: number): Promise<{ readonly status: number; readonly text: string }>;
}

/** Sends requests of growing size, and reports those whose time grows faster or that block others. */
export class GrowthJudge {
  /** Requests that were answered with a failure of the server's own. */
  readonly failures: string[] = [];

  constructor(private readonly prober: Prober) {}

  /** The faults of how the time for a request grows; undefined when nothing is. */
  async faultOf(request: GrowingRequest): Promise<string | undefined> {
    await this.prober.takeWorst();
    const time = await this.timeOf(request, 100_000);
    const latency = await this.prober.takeWorst();
    if (time < SLOW && latency < MOST_LATENCY) return undefined;
    let fault: string | undefined;
    for (let i = 0; i < LOOKS; i++) {
      fault = await this.lookClosely(request);
      if (fault === undefined) return undefined;
    }
    return fault;
  }

  /** The same for a request that is doubled twice, from a size at which elements are many. */
  async faultOfDoubled(request: GrowingRequest): Promise<string | undefined> {
    const best = DOUBLED.map(() => Infinity);
    for (let i = 0; i < LOOKS; i++) {
      // The largest first: nearly all requests are fast, and need no others.
      for (const at of [2, 1, 0]) {
        best[at] = Math.min(best[at], await this.timeOf(request, DOUBLED[at]));
        if (best[2] < SLOW_DOUBLED) return undefined;
      }
      if (best[2] / best[0] < MOST_DOUBLED_GROWTH) return undefined;
    }
    return `${request.name}: ${best.map((t) => t.toFixed(0)).join(', ')} ms at 100k, 200k, 400k`;
  }

  private async lookClosely(request: GrowingRequest): Promise<string | undefined> {
    const times: number[] = [];
    for (const size of [1_000, 10_000, 100_000]) times.push(await this.timeOf(request, size));
    const worst = await this.prober.takeWorst();
    const hasGrown = times[2] > SLOW && times[2] / Math.max(times[1], 2) > MOST_GROWTH;
    if (!hasGrown && (worst < MOST_LATENCY || worst / slowness() < MOST_LATENCY)) return undefined;
    const shown = times.map((t) => t.toFixed(1)).join(', ');
    return `${request.name}: ${shown} ms at 1k, 10k, 100k; /livez waited ${worst.toFixed(0)} ms`;
  }

  private async timeOf({ name, send }: GrowingRequest, size: number): Promise<number> {
    const started = performance.now();
    const { status, text } = await send(size).catch((error: Error) => {
      throw new Error(`${name} of ${size} was not answered: ${error.message}`);
    });
    if (status >= 500) this.failures.push(`${name} of ${size}: ${status} ${text.slice(0, 200)}`);
    return performance.now() - started;
  }
}
