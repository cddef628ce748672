import { formatMicroTime, isAlreadyExists } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import type { KindClient } from '../kinds/kind-client.js';
import type { CallOptions } from '../kinds/operation-options.js';
import type { LeaseObject, LeaseRecord } from './lease.js';

/** The dependencies of a claim. */
export interface LeaseClaimParts {
  readonly leases: KindClient<LeaseObject>;
  readonly clock: Clock;
  readonly name: string;
  readonly identity: string;
  /** Milliseconds. */
  readonly leaseDuration: number;
}

/**
 * One candidate's view of a lease. A lease counts as held for its duration from when this candidate saw it change, by its
 * own clock: times in the record are never compared with it, so that clocks need not agree (upstream: LeaderElector).
 */
export class LeaseClaim {
  private observed: LeaseObject | undefined;
  private observedAt = -Infinity;

  constructor(private readonly parts: LeaseClaimParts) {}

  /** The identity of the leader, as far as is known; empty for none. */
  get holder(): string {
    return this.observed?.spec?.holderIdentity ?? '';
  }

  /** True if this candidate held the lease when it was last looked at. */
  get isHeld(): boolean {
    return this.holder === this.parts.identity;
  }

  /** Acquires the lease, or renews it. False where another holds it; rejects where the server does not answer. */
  async acquireOrRenew(options: CallOptions): Promise<boolean> {
    // The holder need not read its lease: a conflict shows that another took it.
    if (this.isHeld && this.isUnexpired && (await this.tryWrite(this.observed!, options))) return true;
    const current = await this.parts.leases.find(this.parts.name, options);
    if (!current) return this.create(options);
    this.observe(current);
    if (this.holder !== '' && !this.isHeld && this.isUnexpired) return false;
    await this.write(current, options);
    return true;
  }

  /** Releases the lease, so that another candidate need not wait for its end. */
  async release(options: CallOptions): Promise<void> {
    if (!this.isHeld) return;
    const { leases, name, clock } = this.parts;
    const current = await leases.find(name, options);
    if (!current || current.spec?.holderIdentity !== this.parts.identity) return;
    const now = formatMicroTime(new Date(clock.now()));
    const { leaseTransitions = 0, ...spec } = current.spec;
    const released = { leaseTransitions, leaseDurationSeconds: 1, renewTime: now, acquireTime: now };
    this.observe(await leases.update({ ...current, spec: { ...spec, ...released, holderIdentity: '' } }, options));
  }

  private get isUnexpired(): boolean {
    const seconds = this.observed?.spec?.leaseDurationSeconds ?? 0;
    return this.observedAt + seconds * 1000 > this.parts.clock.monotonic();
  }

  private async tryWrite(lease: LeaseObject, options: CallOptions): Promise<boolean> {
    try {
      await this.write(lease, options);
      return true;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return false;
    }
  }

  private async write(lease: LeaseObject, options: CallOptions): Promise<void> {
    const record = this.recordAfter(lease.spec ?? {});
    this.observe(await this.parts.leases.update({ ...lease, spec: { ...lease.spec, ...record } }, options));
  }

  private async create(options: CallOptions): Promise<boolean> {
    const { leases, name } = this.parts;
    try {
      this.observe(await leases.create({ metadata: { name }, spec: this.recordAfter(undefined) }, options));
      return true;
    } catch (error) {
      if (isAlreadyExists(error)) return false;
      throw error;
    }
  }

  private recordAfter(former: LeaseRecord | undefined): LeaseRecord {
    const { clock, identity, leaseDuration } = this.parts;
    const now = formatMicroTime(new Date(clock.now()));
    const isSame = former?.holderIdentity === identity;
    const transitions = former?.leaseTransitions ?? 0;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDuration / 1000),
      acquireTime: isSame ? (former.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: former === undefined ? 0 : isSame ? transitions : transitions + 1,
    };
  }

  private observe(lease: LeaseObject): void {
    const hasChanged = JSON.stringify(lease.spec) !== JSON.stringify(this.observed?.spec);
    if (hasChanged || !this.observed) this.observedAt = this.parts.clock.monotonic();
    this.observed = lease;
  }
}
