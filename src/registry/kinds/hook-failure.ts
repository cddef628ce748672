import { StatusError, TooManyFieldErrors } from '../../apimachinery/index.js';

/** A failure in the code of a plugin: says whose it is, which kind and version it was for, and in which function. */
export class HookFailure extends Error {
  constructor(where: string, cause: unknown) {
    super(`${where} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'HookFailure';
  }
}

/** Returns the error to throw for an exception of a hook: Status errors unchanged, anything else with its location. */
export function failureOf(where: string, error: unknown): unknown {
  const isAnswer = error instanceof StatusError || error instanceof TooManyFieldErrors || error instanceof HookFailure;
  return isAnswer ? error : new HookFailure(where, error);
}

/** Calls a function of a plugin; what it throws says where. */
export function callHook<R>(where: string, hook: () => R): R {
  try {
    return hook();
  } catch (error) {
    throw failureOf(where, error);
  }
}

type Hook = (...args: unknown[]) => unknown;

/**
 * Returns the same object, whose functions of these names report where they failed, whether they throw or reject.
 * Created once; a call costs one more function.
 */
export function namingFailures<T extends object>(hooks: T, names: readonly (keyof T & string)[], where: string): T {
  const named = Object.create(hooks) as Record<string, unknown>;
  for (const name of names) {
    const hook = hooks[name] as Hook | undefined;
    if (typeof hook === 'function') named[name] = namingFailure(hook.bind(hooks), `${where}: ${name}`);
  }
  return named as T;
}

function namingFailure(hook: Hook, where: string): Hook {
  return (...args) => {
    try {
      const result = hook(...args);
      return result instanceof Promise
        ? result.catch((error: unknown) => Promise.reject(failureOf(where, error) as Error))
        : result;
    } catch (error) {
      throw failureOf(where, error);
    }
  };
}
