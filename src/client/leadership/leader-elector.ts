import { hostname } from 'node:os';
import { isConflict, newUuid } from '../../apimachinery/index.js';
import type { Client } from '../client.js';
import { LeaseClaim } from './lease-claim.js';
import { LEASES } from './lease.js';

/**
 * How candidates elect a leader. All of them have the same lease and durations; all durations are in milliseconds.
 *
 * @public
 * @example
 * const settings: LeaderElectorSettings = { namespace: 'harbor', name: 'tide', lead: async (signal) => run(signal) };
 * async function run(signal: AbortSignal) { await clock.sleep(60_000, signal); }
 */
export interface LeaderElectorSettings {
  readonly namespace: string;
  /** The name of the lease. */
  readonly name: string;
  /** Distinguishes candidates; host name and a random part where unset. */
  readonly identity?: string;
  /** Others take over so long after the last renewal that they saw; 15 seconds where unset. */
  readonly leaseDuration?: number;
  /** The leader gives up when it could not renew for so long; 10 seconds where unset. */
  readonly renewDeadline?: number;
  /** Between attempts; 2 seconds where unset. */
  readonly retryPeriod?: number;
  /** False leaves the lease to expire when the leader stops; it is released otherwise. */
  readonly releases?: boolean;
  /** Runs as the leader, until the signal aborts. When it returns, leadership ends. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** Called with the identity of each new leader. */
  readonly onNewLeader?: (identity: string) => void;
}

/** The part of a wait that chance adds (upstream: JitterFactor). */
const JITTER = 1.2;
const DEFAULTS = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };

/** The outcome of leading. */
type LeadershipEnd = 'lost' | 'finished';

/**
 * A candidate for leadership, by a lease (upstream: client-go's leaderelection). At most one candidate leads at a time, as
 * long as a leader stops within the difference of `leaseDuration` and `renewDeadline` after its signal.
 *
 * @public
 * @example
 * const lead = async (signal: AbortSignal) => clock.sleep(60_000, signal);
 * const elector = new LeaderElector(client, { namespace: 'harbor', name: 'tide', lead });
 * await elector.run(AbortSignal.timeout(60_000));
 */
export class LeaderElector {
  private readonly claim: LeaseClaim;
  private readonly settings: LeaderElectorSettings & typeof DEFAULTS;
  private reportedLeader = '';
  /** When the last attempt began that succeeded. */
  private renewedAt = -Infinity;

  /** Throws TypeError for durations that cannot work. */
  constructor(
    private readonly client: Client,
    settings: LeaderElectorSettings,
  ) {
    const { identity = `${hostname()}_${newUuid()}`, namespace, name } = settings;
    this.settings = { ...settings, ...durationsOf(settings) };
    const { leaseDuration } = this.settings;
    const leases = client.of(LEASES).namespace(namespace);
    this.claim = new LeaseClaim({ leases, clock: client.clock, name, identity, leaseDuration });
  }

  /** True as long as this candidate leads. */
  get isLeader(): boolean {
    return this.claim.isHeld;
  }

  /** The identity of the leader, as far as is known; empty for none. */
  get leader(): string {
    return this.claim.holder;
  }

  /** Waits for leadership, leads, and waits again when it was lost; resolves when `lead` ends, or the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.acquire(signal);
        if (signal.aborted || (await this.leadAndRenew(signal)) === 'finished') return;
      }
    } finally {
      await this.release();
    }
  }

  private async acquire(signal: AbortSignal): Promise<void> {
    const { retryPeriod } = this.settings;
    while (!(await this.attempt(signal, this.settings.renewDeadline))) {
      await this.client.clock.sleep(retryPeriod * (1 + Math.random() * JITTER), signal);
      if (signal.aborted) return;
    }
  }

  private async leadAndRenew(signal: AbortSignal): Promise<LeadershipEnd> {
    const leading = new AbortController();
    const stop = (): void => leading.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    let hasFinished = false;
    const work = this.settings.lead(leading.signal).finally(() => {
      hasFinished = true;
      leading.abort();
    });
    // Its failure is that of `run`, not an unseen one.
    work.catch(() => {});
    try {
      await this.renewUntilLost(leading.signal);
      const end = hasFinished || signal.aborted ? 'finished' : 'lost';
      leading.abort();
      await work;
      return end;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Renews until the signal aborts, or no renewal has succeeded for the deadline. */
  private async renewUntilLost(signal: AbortSignal): Promise<void> {
    const { clock } = this.client;
    const { retryPeriod, renewDeadline } = this.settings;
    while (!signal.aborted) {
      await clock.sleep(retryPeriod, signal);
      if (signal.aborted) return;
      const left = this.renewedAt + renewDeadline - clock.monotonic();
      if (left <= 0) return;
      if (!(await this.attempt(signal, left)) && !this.claim.isHeld) return;
    }
  }

  private async attempt(signal: AbortSignal, timeout: number): Promise<boolean> {
    const began = this.client.clock.monotonic();
    try {
      const isHeld = await this.claim.acquireOrRenew({ signal, timeout });
      // Others may have seen the renewal before this candidate knows of it.
      if (isHeld) this.renewedAt = began;
      return isHeld;
    } catch (error) {
      const { name, namespace } = this.settings;
      if (!signal.aborted && !isConflict(error))
        this.client.logger.warn('a lease could not be acquired or renewed', { name, namespace, error });
      return false;
    } finally {
      this.reportLeader();
    }
  }

  private reportLeader(): void {
    const { holder } = this.claim;
    if (holder === this.reportedLeader) return;
    this.reportedLeader = holder;
    this.settings.onNewLeader?.(holder);
  }

  private async release(): Promise<void> {
    const { releases = true, renewDeadline, name, namespace } = this.settings;
    if (!releases) return;
    try {
      await this.claim.release({ timeout: renewDeadline });
    } catch (error) {
      this.client.logger.warn('a lease could not be released', { name, namespace, error });
    }
  }
}

function durationsOf(settings: LeaderElectorSettings): typeof DEFAULTS {
  const {
    leaseDuration = DEFAULTS.leaseDuration,
    renewDeadline = DEFAULTS.renewDeadline,
    retryPeriod = DEFAULTS.retryPeriod,
  } = settings;
  if (leaseDuration < 1000) throw new TypeError('leaseDuration must be at least a second');
  if (leaseDuration <= renewDeadline) throw new TypeError('leaseDuration must be greater than renewDeadline');
  if (renewDeadline <= retryPeriod * JITTER)
    throw new TypeError(`renewDeadline must be greater than ${JITTER} retryPeriods`);
  if (retryPeriod < 1) throw new TypeError('retryPeriod must be greater than zero');
  return { leaseDuration, renewDeadline, retryPeriod };
}
