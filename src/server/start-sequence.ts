import type { OnModuleDestroy } from '@nestjs/common';
import type { ControllerHost } from '../controllers/index.js';
import type { ServerHealth } from '../health/index.js';
import type { Clock, Logger } from '../observability/index.js';
import type { ControllerPace } from '../plugin-api/index.js';
import type { Contributions } from '../plugin-host/index.js';
import type { Storage } from '../storage/index.js';
import { runStartHooks } from './start-hooks.js';

/** What the end of a start takes. */
export interface StartSequenceParts {
  readonly storage: Pick<Storage, 'currentRevision' | 'compact'>;
  readonly contributions: Pick<Contributions, 'all'>;
  readonly health: Pick<ServerHealth, 'addStartCheck' | 'markReady'>;
  readonly controllers: Pick<ControllerHost, 'start'>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Where a store begins that nothing was ever written to. */
const EMPTY_STORE_REVISION = 1;

/** What is left to do once the server listens: start hooks, then controllers. Then it is ready. */
export class StartSequence implements OnModuleDestroy {
  private isEnding = false;

  constructor(private readonly parts: StartSequenceParts) {}

  /** Does it, unless the server ends before. Rejects with the failure of a start hook that failed for good. */
  async run(pace: ControllerPace): Promise<void> {
    const { storage, contributions, health, controllers } = this.parts;
    const isNew = (await storage.currentRevision()) <= EMPTY_STORE_REVISION;
    await runStartHooks(contributions.all('startHooks'), this.parts);
    if (this.isEnding) return;
    // What made a new cluster is no history anybody could have followed.
    if (isNew) await storage.compact(await storage.currentRevision());
    controllers.start(pace);
    health.markReady();
  }

  onModuleDestroy(): void {
    this.isEnding = true;
  }
}
