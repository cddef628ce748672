import type { ServerHealth } from '../../health/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import type { StartHook } from '../../plugin-api/index.js';
import { PluginError, placeOfThrow } from '../../plugin-host/index.js';

/** The dependencies of start hooks. */
export interface StartHookParts {
  readonly health: Pick<ServerHealth, 'addStartCheck'>;
  readonly logger: Logger;
  /** The time of the machine, also where that of the server stands still: hooks wait for other programs. */
  readonly clock: Clock;
  /** True where an author watches: a hook fails for good sooner. */
  readonly isDevelopment?: boolean;
  /** True once the server ends: hooks fail then because their store is closed. */
  readonly isEnding?: () => boolean;
}

const RETRY_MS = 1000;
const ATTEMPTS = 30;
/** An author who watches repairs a hook before it has failed so often. */
const DEVELOPMENT_ATTEMPTS = 5;
const DEADLINE_MS = 30_000;
/** A hook that has not ended by then is reported. */
const SLOW_MS = 5_000;

/** A start hook that failed for good. It may be one of the server, so plugins are not blamed. */
class StartHookFailure extends PluginError {
  constructor({ name }: StartHook, cause: unknown) {
    const place = placeOfThrow(cause);
    const text = `the start hook ${name} failed: ${String(cause)}${place === undefined ? '' : ` (${place})`}`;
    super([text], { cause });
    this.message = text;
  }
}

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

async function runWithRetries(hook: StartHook, parts: StartHookParts): Promise<void> {
  const { clock, isEnding, isDevelopment } = parts;
  const attempts = isDevelopment ? DEVELOPMENT_ATTEMPTS : ATTEMPTS;
  let before: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(hook, parts);
    } catch (error) {
      if (isEnding?.()) return;
      report(parts.logger, { hook: hook.name, attempt }, { error, before });
      if (attempt >= attempts || error instanceof LateHook) throw new StartHookFailure(hook, error);
      before = String(error);
      await clock.sleep(RETRY_MS);
    }
  }
}

/** The stack of a failure is logged once, and each repetition in one line. */
function report(
  logger: Logger,
  attempt: { readonly hook: string; readonly attempt: number },
  { error, before }: { readonly error: unknown; readonly before: string | undefined },
): void {
  const reason = String(error);
  if (reason === before) logger.warn('a start hook failed as before', { ...attempt, reason });
  else logger.error('a start hook failed', { error, ...attempt });
}

/** Runs a hook once; rejects when it has not ended in time. It is not stopped then, but no longer awaited. */
async function runOnce(hook: StartHook, { clock, logger }: StartHookParts): Promise<void> {
  const ended = new AbortController();
  const slow = clock.schedule(SLOW_MS, () => {
    const wait = { hook: hook.name, seconds: SLOW_MS / 1000, limit: DEADLINE_MS / 1000 };
    logger.warn('a start hook has not ended yet; the server is not ready before', wait);
  });
  const late = clock.sleep(DEADLINE_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) throw new LateHook(`it has not ended within ${DEADLINE_MS / 1000} s`);
  });
  try {
    await Promise.race([hook.run(), late]);
  } finally {
    slow.cancel();
    ended.abort();
    await late.catch(() => {});
  }
}

/** A hook that hangs is not tried again: two runs of it would be under way at once. */
class LateHook extends Error {
  override readonly name = 'Error';
}
