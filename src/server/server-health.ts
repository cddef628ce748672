import { HealthChecks } from '../health/index.js';
import type { Storage } from '../storage/index.js';

/** The server's own state behind its health endpoints. */
export class ServerHealth {
  readonly checks = new HealthChecks();
  private isReady = false;
  private isShuttingDown = false;

  constructor(storage: Storage) {
    const everywhere = ['livez', 'readyz', 'healthz'] as const;
    this.checks.add('ping', everywhere, () => {});
    this.checks.add('log', everywhere, () => {});
    this.checks.add('etcd', ['livez', 'healthz'], async () => void (await storage.currentRevision()));
    this.checks.add('etcd-readiness', ['readyz'], async () => void (await storage.currentRevision()));
    this.checks.add('informer-sync', ['readyz'], () => failUnless(this.isReady, 'the start is not finished'));
    this.checks.add('shutdown', ['readyz'], () => failUnless(!this.isShuttingDown, 'process is shutting down'));
  }

  /** Adds the check of something that is done at start. */
  addStartCheck(name: string, isDone: () => boolean): void {
    this.checks.add(`poststarthook/${name}`, ['livez', 'readyz', 'healthz'], () =>
      failUnless(isDone(), 'not finished'),
    );
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
