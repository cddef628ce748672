import { HealthChecks } from '../health/index.js';
import type { Clock } from '../observability/index.js';
import type { Storage } from '../storage/index.js';

const EVERYWHERE = ['livez', 'readyz', 'healthz'] as const;

/** The server's own state behind its health endpoints. */
export class ServerHealth {
  readonly checks = new HealthChecks();
  private isReady = false;
  private isShuttingDown = false;

  private readonly startedAt: number;

  /** `livezGraceMs` is how long `/livez` takes an unfinished start for life (`--livez-grace-period`). */
  constructor(
    storage: Storage,
    private readonly clock: Clock,
    private readonly livezGraceMs: number,
  ) {
    this.startedAt = clock.monotonic();
    this.checks.add('ping', EVERYWHERE, () => {});
    this.checks.add('log', EVERYWHERE, () => {});
    this.checks.add('etcd', ['livez', 'healthz'], async () => void (await storage.currentRevision()));
    this.checks.add('etcd-readiness', ['readyz'], async () => void (await storage.currentRevision()));
    this.checks.add('informer-sync', ['readyz'], () => failUnless(this.isReady, 'the start is not finished'));
    this.checks.add('shutdown', ['readyz'], () => failUnless(!this.isShuttingDown, 'process is shutting down'));
  }

  /** Adds the check of something that is done at start. */
  addStartCheck(name: string, isDone: () => boolean): void {
    this.checks.add(`poststarthook/${name}`, EVERYWHERE, (endpoint) => {
      const hasGrace = endpoint === 'livez' && this.clock.monotonic() - this.startedAt < this.livezGraceMs;
      failUnless(isDone() || hasGrace, 'not finished');
    });
  }

  /** The start is finished. */
  markReady(): void {
    this.isReady = true;
  }

  /** The end has begun. */
  markShuttingDown(): void {
    this.isShuttingDown = true;
  }
}

function failUnless(holds: boolean, why: string): void {
  if (!holds) throw new Error(why);
}
