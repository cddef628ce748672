import type { ServerHealth } from '../health/index.js';
import type { Clock, Logger } from '../observability/index.js';
import type { StartHook } from '../plugin-api/index.js';

/** What running the start hooks takes. */
export interface StartHookParts {
  readonly health: Pick<ServerHealth, 'addStartCheck'>;
  readonly logger: Logger;
  readonly clock: Clock;
}

const RETRY_MS = 1000;
const ATTEMPTS = 30;

/**
 * Runs the start hooks of all plugins, one after another; each is a readiness check until it is done. Rejects with the
 * failure of a hook that failed half a minute long (upstream: a failed PostStartHook ends the server).
 */
export async function runStartHooks(hooks: readonly StartHook[], parts: StartHookParts): Promise<void> {
  const done = new Set<StartHook>();
  for (const hook of hooks) parts.health.addStartCheck(hook.name, () => done.has(hook));
  for (const hook of hooks) {
    await runWithRetries(hook, parts);
    done.add(hook);
  }
}

async function runWithRetries(hook: StartHook, { logger, clock }: StartHookParts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await hook.run();
    } catch (error) {
      logger.error('a start hook failed', { error, hook: hook.name, attempt });
      if (attempt >= ATTEMPTS)
        throw new Error(`the start hook ${hook.name} failed: ${String(error)}`, { cause: error });
      await clock.sleep(RETRY_MS);
    }
  }
}
