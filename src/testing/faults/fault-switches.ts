import { setTimeout as sleep } from 'node:timers/promises';
import { type MaybePromise } from '../../apimachinery/index.js';
import { StatusError } from '../../plugin-api/index.js';
import type { RequestGate } from '../../server/index.js';
import { type Fault, checkFault, statusOf } from './fault.js';
import { type RequestSelector, type SelectedRequest, matcherOf } from './request-selector.js';

/** Which requests have a fault, and how many of them. */
export interface FaultSelector extends RequestSelector {
  /** The fault is over after so many requests; not before it is removed when not given. */
  readonly times?: number;
}

/** A request at the gate. */
type GatedRequest = Parameters<RequestGate>[0];

interface ActiveFault {
  readonly id: number;
  readonly matches: (request: SelectedRequest) => boolean;
  readonly fault: Fault;
  timesLeft: number;
}

/** The faults that requests of a server under test have, and the watches that can be cut. */
export class FaultSwitches {
  private active: ActiveFault[] = [];
  private added = 0;
  private readonly watches = new Set<GatedRequest>();

  /** `expireHistory` gives up the history of the store. */
  constructor(private readonly expireHistory: () => void) {}

  /** Adds a fault; the answer names it for `remove`. Throws TypeError where selector or fault make no sense. */
  add({ times = Infinity, ...selector }: FaultSelector, fault: Fault): number {
    checkFault(fault);
    this.active.push({ id: ++this.added, matches: matcherOf(selector), fault, timesLeft: times });
    return this.added;
  }

  /** Removes a fault; one that is over is ignored. */
  remove(id: number): void {
    this.active = this.active.filter((fault) => fault.id !== id);
  }

  /** Removes all faults. */
  clear(): void {
    this.active = [];
  }

  /** Interrupts the connections of open watches; returns how many there were. */
  cutWatches(selector: RequestSelector = {}): number {
    const cut = [...this.watches].filter(matcherOf(selector));
    for (const watch of cut) watch.response.destroy();
    return cut.length;
  }

  /** Passes a request on, or has it fail. */
  pass: RequestGate = (request, proceed) => {
    const faults = this.active.length === 0 ? [] : this.take(request);
    if (request.info.verb === 'watch') this.follow(request);
    return faults.length === 0 ? proceed() : this.suffer(request, { faults, proceed });
  };

  private async suffer(
    request: GatedRequest,
    { faults, proceed }: { readonly faults: readonly Fault[]; readonly proceed: () => MaybePromise<void> },
  ): Promise<void> {
    for (const fault of faults) {
      if ('latency' in fault) await this.delay(request, fault.latency);
      else if ('expireHistory' in fault) this.expireHistory();
      else if ('status' in fault) throw statusOf(fault);
      else this.cutAfter(request, fault.cutWatch);
    }
    await proceed();
  }

  /** A client that does not wait any more ends the delay. */
  private async delay({ signal }: GatedRequest, milliseconds: number): Promise<void> {
    try {
      await sleep(milliseconds, undefined, { signal, ref: false });
    } catch (error) {
      if (error instanceof StatusError || !signal.aborted) throw error;
    }
  }

  private cutAfter({ info, response }: GatedRequest, milliseconds: number): void {
    if (info.verb !== 'watch') return;
    const timer = setTimeout(() => response.destroy(), milliseconds);
    timer.unref();
    response.once('close', () => clearTimeout(timer));
  }

  private follow(watch: GatedRequest): void {
    this.watches.add(watch);
    watch.response.once('close', () => this.watches.delete(watch));
  }

  private take(request: GatedRequest): Fault[] {
    const taken = this.active.filter((each) => each.matches(request));
    for (const each of taken) each.timesLeft--;
    this.active = this.active.filter(({ timesLeft }) => timesLeft > 0);
    return taken.map(({ fault }) => fault);
  }
}
