import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { QueueControllerParts, isNotFound, keepObject, systemContext } from '../../../src/plugin-api/index.js';
import { Controller, formatMicroTime } from '../../../src/plugin-api/built-in.js';
import type { Lease } from './lease.v1.js';

const NAMESPACE = 'kube-system';
const IDENTITY = 'apiserver.kubernetes.io/identity';
const LABELS = { [IDENTITY]: 'kube-apiserver', 'kubernetes.io/hostname': hostname() };
/** How long a server may be silent before it counts as gone (upstream: IdentityLeaseDurationSeconds). */
const DURATION_SECONDS = 3600;
/** How often it shows that it is there (upstream: IdentityLeaseRenewIntervalPeriod). */
const RENEW_MS = 10_000;
/** How often leases of servers that have gone are looked for. */
const CLEAN_MS = 3600_000;

type LeaseTimer = ReturnType<QueueControllerParts['clock']['repeat']>;

/**
 * Holds and renews the lease that represents this server, and removes leases of servers that are gone (upstream: the
 * controllers of the APIServerIdentity feature).
 */
@Injectable()
export class IdentityLeaseController extends Controller {
  readonly name = 'kube-apiserver-identity-lease-controller';
  override readonly isPartOfServer = true;
  override readonly startChecks = [
    'poststarthook/start-kube-apiserver-identity-lease-controller',
    'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
  ];
  /** Distinguishes a server from a previous one on this machine. */
  private readonly holder = `${LEASE_NAME}_${randomUUID()}`;
  private timers: LeaseTimer[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(@Inject(QueueControllerParts) private readonly parts: QueueControllerParts) {
    super();
  }

  start(): void {
    const { clock } = this.parts;
    this.timers = [clock.repeat(RENEW_MS, () => this.then(() => this.renew()))];
    this.timers.push(clock.repeat(CLEAN_MS, () => this.then(() => this.removeOthers())));
    this.then(() => this.renew());
  }

  async stop(): Promise<void> {
    for (const timer of this.timers.splice(0)) timer.cancel();
    await this.last;
  }

  async step(): Promise<void> {
    this.then(() => this.renew());
    this.then(() => this.removeOthers());
    await this.last;
  }

  /** Does one thing after the other; a failure is left to the next time. */
  private then(work: () => Promise<void>): void {
    const tell = (error: unknown): void =>
      this.parts.logger.warn('the lease of this server could not be renewed', { error });
    this.last = this.last.then(work).catch(tell);
  }

  private renew(): Promise<void> {
    const renewTime = formatMicroTime(new Date(this.parts.clock.now()));
    const spec = { holderIdentity: this.holder, leaseDurationSeconds: DURATION_SECONDS, renewTime };
    return keepObject(this.leases, { context: systemContext(NAMESPACE), name: LEASE_NAME }, (current) => {
      const { labels } = current?.metadata ?? {};
      const metadata = {
        ...current?.metadata,
        name: LEASE_NAME,
        namespace: NAMESPACE,
        labels: { ...labels, ...LABELS },
      };
      return {
        ...current,
        kind: 'Lease',
        apiVersion: 'coordination.k8s.io/v1',
        metadata,
        spec: { ...current?.spec, ...spec },
      };
    });
  }

  private async removeOthers(): Promise<void> {
    const context = systemContext(NAMESPACE);
    const found = await this.leases.list(context, ({ labels }) => labels?.[IDENTITY] === LABELS[IDENTITY]);
    for (const { metadata, spec } of found) {
      if (!this.isOver(spec)) continue;
      const preconditions = { uid: metadata.uid, resourceVersion: metadata.resourceVersion };
      await this.leases.delete(context, metadata.name ?? '', { preconditions }).catch(ignoreGone);
    }
  }

  private isOver(spec: Lease['spec']): boolean {
    const renewed = Date.parse(spec?.renewTime ?? '');
    const lasts = (spec?.leaseDurationSeconds ?? DURATION_SECONDS) * 1000;
    return Number.isNaN(renewed) || renewed + lasts < this.parts.clock.now();
  }

  private get leases() {
    return this.parts.stores.of<Lease>('coordination.k8s.io', 'leases');
  }
}

/** The same for every server that runs on this machine, one after the other. */
const LEASE_NAME = `apiserver-${base32(createHash('sha256').update(hostname()).digest().subarray(0, 16))}`;

/** Small letters and digits of RFC 4648, without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{1,5}/g, (five) => 'abcdefghijklmnopqrstuvwxyz234567'[parseInt(five.padEnd(5, '0'), 2)]);
}

function ignoreGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
