import type { OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../observability/index.js';
import type { HealthCheck, HealthEndpoint } from '../plugin-api/index.js';
import type { Storage } from '../storage/index.js';

/** What the server's health is told by. */
export interface ServerHealthParts {
  readonly storage: Pick<Storage, 'currentRevision' | 'checkWritable'>;
  readonly clock: Clock;
  /** How long `/livez` takes an unfinished start for life, in milliseconds (`--livez-grace-period`). */
  readonly livezGraceMs: number;
  /** How long the server goes on serving, not ready, before it shuts down (`--shutdown-delay-duration`). */
  readonly shutdownDelayMs: number;
}

/** The server's own state behind its health endpoints. */
export class ServerHealth implements OnModuleDestroy {
  private own: HealthCheck[];
  private isReady = false;
  private isShuttingDown = false;
  private readonly startedAt: number;

  constructor(private readonly parts: ServerHealthParts) {
    const { storage, clock } = parts;
    const askStorage = async (): Promise<void> => void (await storage.currentRevision());
    this.startedAt = clock.monotonic();
    this.own = [
      { name: 'ping', check: () => {} },
      { name: 'log', check: () => {} },
      { name: 'etcd', endpoints: ['livez', 'healthz'], check: askStorage },
      { name: 'etcd-readiness', endpoints: ['readyz'], check: () => storage.checkWritable() },
      {
        name: 'informer-sync',
        endpoints: ['readyz'],
        check: () => failUnless(this.isReady, 'the start is not finished'),
      },
      {
        name: 'shutdown',
        endpoints: ['readyz'],
        check: () => failUnless(!this.isShuttingDown, 'process is shutting down'),
      },
    ];
  }

  /** What it is told by, in the order it is shown. */
  get checks(): readonly HealthCheck[] {
    return this.own;
  }

  /** Adds a check of another part of the server. */
  addCheck(check: HealthCheck): void {
    this.own.push(check);
  }

  /** Adds the check of something that is done at start; the answer takes it away again. */
  addStartCheck(name: string, isDone: () => boolean): () => void {
    const check = (endpoint: HealthEndpoint): void => failUnless(isDone() || this.hasGrace(endpoint), 'not finished');
    const added = { name: `poststarthook/${name}`, check };
    this.own.push(added);
    return () => {
      this.own = this.own.filter((one) => one !== added);
    };
  }

  /** The start is finished. */
  markReady(): void {
    this.isReady = true;
  }

  /** The end has begun: tells so, and leaves those time to notice who send requests here. */
  async onModuleDestroy(): Promise<void> {
    this.isShuttingDown = true;
    const { clock, shutdownDelayMs } = this.parts;
    if (this.isReady && shutdownDelayMs > 0) await clock.sleep(shutdownDelayMs);
  }

  private hasGrace(endpoint: HealthEndpoint): boolean {
    return endpoint === 'livez' && this.parts.clock.monotonic() - this.startedAt < this.parts.livezGraceMs;
  }
}

function failUnless(holds: boolean, why: string): void {
  if (!holds) throw new Error(why);
}
