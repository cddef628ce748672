import type { Logger } from '../observability/index.js';
import type { StartHook } from '../plugin-api/index.js';
import type { ServerHealth } from './server-health.js';

const RETRY_MS = 1000;
const ATTEMPTS = 30;

/** Runs the start hooks of all plugins, one after another; each is a readiness check until it is done. */
export async function runStartHooks(hooks: readonly StartHook[], health: ServerHealth, logger: Logger): Promise<void> {
  const done = new Set<StartHook>();
  for (const hook of hooks) health.addStartCheck(hook.name, () => done.has(hook));
  for (const hook of hooks) {
    await runWithRetries(hook, logger);
    done.add(hook);
  }
}

async function runWithRetries(hook: StartHook, logger: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await hook.run();
    } catch (error) {
      logger.error('a start hook failed', { error, hook: hook.name, attempt });
      if (attempt >= ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }
}
