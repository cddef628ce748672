import {
  type ResultRule,
  StatusError,
  TooManyFieldErrors,
  WrongResult,
  isThenable,
  resultFault,
} from '../../apimachinery/index.js';
import { type RequestSignal, waitingFor } from '../../request/index.js';
import { stackOfDeclaration } from '../../schema/index.js';

/** A failure in the code of a plugin: says whose it is, which kind and version it was for, and in which function. */
export class HookFailure extends Error {
  constructor(where: string, cause: unknown) {
    super(`${where} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'HookFailure';
    if (cause instanceof WrongResult) this.stack = `${String(this)}${cause.frames}`;
  }
}

/** Reports whether a function has failed by what it has returned. */
export function isWrongResult(error: unknown): boolean {
  return error instanceof HookFailure && error.cause instanceof WrongResult;
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

/** The plugin and the kind that functions belong to. */
export interface HookOwner {
  /** The prefix of failures: plugin, kind and version. */
  readonly where: string;
  /** The declaration that a wrong result is reported with. */
  readonly declared?: object;
}

/**
 * Returns the same object, whose functions with a rule report where they failed, whether they throw or reject, and what they return
 * against the rule. Created once; a call costs one more function and the check.
 */
export function guardHooks<T extends object>(
  hooks: T,
  rules: Readonly<Partial<Record<keyof T & string, ResultRule>>>,
  { where, declared }: HookOwner,
): T {
  const guarded = Object.create(hooks) as Record<string, unknown>;
  for (const name of Object.keys(rules) as (keyof T & string)[]) {
    const hook = hooks[name] as Hook | undefined;
    const rule = rules[name]!;
    if (typeof hook === 'function')
      guarded[name] = guardHook(hook.bind(hooks), rule, { where: `${where}: ${name}`, declared });
  }
  return guarded as T;
}

/** Returns the same function, guarded likewise; `where` names it. */
export function guardHook<F extends (...args: never[]) => unknown>(hook: F, rule: ResultRule, owner: HookOwner): F {
  const { where } = owner;
  const check = (result: unknown, given: unknown): unknown => {
    const fault = resultFault(result, rule, given);
    if (fault === undefined) return result;
    throw new HookFailure(where, new WrongResult(fault, framesOf(owner.declared)));
  };
  const refuse = (error: unknown): never => {
    throw failureOf(where, error);
  };
  const call = hook as unknown as Hook;
  const guarded: Hook = (...args) => {
    let result: unknown;
    try {
      result = call(...args);
    } catch (error) {
      return refuse(error);
    }
    if (!rule.mayWait || !isThenable(result)) return check(result, args[0]);
    const pending = Promise.resolve(result).then((settled) => check(settled, args[0]), refuse);
    return waitingFor(signalIn(args), pending, where);
  };
  return guarded as unknown as F;
}

/** The signal of the request that a hook is called for: its context has it, or the request itself. */
function signalIn(args: readonly unknown[]): RequestSignal | undefined {
  for (const arg of args as readonly (Partial<HookContext> | undefined | null)[]) {
    const signal = arg?.signal ?? arg?.context?.signal;
    if (typeof signal?.throwIfAborted === 'function') return signal;
  }
  return undefined;
}

interface HookContext {
  readonly signal?: RequestSignal;
  readonly context: { readonly signal?: RequestSignal };
}

/** Returns the frames of a stack that ends at a declaration; none where its place is not known. */
export function framesOf(declared: object | undefined): string {
  const stack = declared && stackOfDeclaration(declared);
  return stack === undefined ? '' : `\n${stack.split('\n').slice(1).join('\n')}`;
}
