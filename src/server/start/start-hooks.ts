import type { ServerHealth } from '../../health/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import type { StartHook } from '../../plugin-api/index.js';

/** The dependencies of start hooks. */
export interface StartHookParts {
  readonly health: Pick<ServerHealth, 'addStartCheck'>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** True once the server ends: hooks fail then because their store is closed. */
  readonly isEnding?: () => boolean;
}

const RETRY_MS = 1000;
const ATTEMPTS = 30;
const DEADLINE_MS = 30_000;

/**
 * Runs the start hooks of all plugins, one after another; each is a readiness check until it is done. Rejects with the
 * failure of a hook that failed, or did not end, half a minute long (upstream: a failed PostStartHook ends the server).
 */
export async function runStartHooks(given: readonly StartHook[], parts: StartHookParts): Promise<void> {
  const hooks = given.filter(({ isEnabled = true }) => isEnabled);
  const done = new Set<StartHook>();
  for (const hook of hooks) {
    for (const check of [hookCheck(hook.name), ...(hook.checks ?? [])]) {
      parts.health.addStartCheck(check, () => done.has(hook));
    }
  }
  for (const hook of hooks) {
    if (parts.isEnding?.()) return;
    await runWithRetries(hook, parts);
    done.add(hook);
  }
}

/** Returns the name of the health check that waits for a start hook. */
export function hookCheck(name: string): string {
  return `poststarthook/${name}`;
}

async function runWithRetries(hook: StartHook, { logger, clock, isEnding }: StartHookParts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(hook, clock);
    } catch (error) {
      if (isEnding?.()) return;
      logger.error('a start hook failed', { error, hook: hook.name, attempt });
      if (attempt >= ATTEMPTS || error instanceof LateHook)
        throw new Error(`the start hook ${hook.name} failed: ${String(error)}`, { cause: error });
      await clock.sleep(RETRY_MS);
    }
  }
}

/** Runs a hook once; rejects when it has not ended in time. It is not stopped then, but no longer awaited. */
async function runOnce(hook: StartHook, clock: Clock): Promise<void> {
  const ended = new AbortController();
  const late = clock.sleep(DEADLINE_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) throw new LateHook(`it has not ended within ${DEADLINE_MS / 1000} s`);
  });
  try {
    await Promise.race([hook.run(), late]);
  } finally {
    ended.abort();
    await late.catch(() => {});
  }
}

/** A hook that hangs is not tried again: two runs of it would be under way at once. */
class LateHook extends Error {}
