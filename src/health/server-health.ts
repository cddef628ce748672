import type { OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../observability/index.js';
import type { HealthCheck } from '../plugin-api/index.js';
import type { HealthEndpoint } from '../plugin-api/built-in.js';
import type { RemarkingCheck } from './health-checks.js';
import type { Storage } from '../storage/index.js';

/** The dependencies of the server's health. */
export interface ServerHealthParts {
  readonly storage: Pick<Storage, 'currentRevision' | 'checkWritable' | 'stores'>;
  readonly clock: Clock;
  /** How long `/livez` takes an unfinished start for life, in milliseconds (`--livez-grace-period`). */
  readonly livezGraceMs: number;
  /** How long the server keeps serving, not ready, before it shuts down (`--shutdown-delay-duration`). */
  readonly shutdownDelayMs: number;
}

/** The server's own state behind its health endpoints. */
export class ServerHealth implements OnModuleDestroy {
  private readonly own: RemarkingCheck[];
  private started: HealthCheck[] = [];
  private readonly last: HealthCheck;
  private hasStarted = false;
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
        check: () => failUnless(this.hasStarted, 'the start is not finished'),
      },
    ];
    if (storage.stores.length > 1) this.own.push(checkOfOthers(storage.stores.slice(1)));
    this.last = {
      name: 'shutdown',
      endpoints: ['readyz'],
      check: () => failUnless(!this.isShuttingDown, 'process is shutting down'),
    };
  }

  /** True once the start is finished. */
  get isStarted(): boolean {
    return this.hasStarted;
  }

  /** The checks, in the order in which they are shown. */
  get checks(): readonly HealthCheck[] {
    return [...this.own, ...this.started, this.last];
  }

  /** Adds a check of another part of the server. */
  addCheck(check: RemarkingCheck): void {
    this.own.push(check);
  }

  /** Adds the check of something that is done at start, by its whole name; the answer takes it away again. */
  addStartCheck(name: string, isDone: () => boolean): () => void {
    const check = (endpoint: HealthEndpoint): void => failUnless(isDone() || this.hasGrace(endpoint), 'not finished');
    const added = { name, check };
    this.started.push(added);
    return () => {
      this.started = this.started.filter((one) => one !== added);
    };
  }

  /** Records that the start is finished. */
  markReady(): void {
    this.hasStarted = true;
  }

  /** Marks the server as shutting down, and waits so that load balancers notice. */
  async onModuleDestroy(): Promise<void> {
    this.isShuttingDown = true;
    const { clock, shutdownDelayMs } = this.parts;
    if (this.hasStarted && shutdownDelayMs > 0) await clock.sleep(shutdownDelayMs);
  }

  private hasGrace(endpoint: HealthEndpoint): boolean {
    return endpoint === 'livez' && this.parts.clock.monotonic() - this.startedAt < this.parts.livezGraceMs;
  }
}

/**
 * The check of stores that have some resources only. It takes no server out of service, as in the reference: the other
 * resources can be served without them.
 */
function checkOfOthers(stores: readonly Pick<Storage, 'checkWritable'>[]): RemarkingCheck {
  const check = async (): Promise<void> => void (await Promise.all(stores.map((store) => store.checkWritable())));
  return { name: 'etcd-overrides', isAside: true, check };
}

function failUnless(holds: boolean, why: string): void {
  if (!holds) throw new Error(why);
}
