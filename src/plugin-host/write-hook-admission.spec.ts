import { badRequest } from '../apimachinery/index.js';
import type { SideEffect } from '../admission/index.js';
import { type WriteEffect, WriteHook } from '../plugin-api/index.js';
import { WriteHookAdmission } from './write-hook-admission.js';

/** A hook that fails with an error. */
class FailingHook extends WriteHook {
  readonly name = 'seats';
  readonly writesOf = [];

  constructor(private readonly fail: () => never | Promise<never>) {
    super();
  }

  hook(): never | Promise<never> {
    return this.fail();
  }
}

async function failureOf(fail: () => never | Promise<never>): Promise<unknown> {
  try {
    await new WriteHookAdmission(new FailingHook(fail)).validate({} as never);
    return undefined;
  } catch (error) {
    return error;
  }
}

const bug = new TypeError('a is undefined');

describe('WriteHookAdmission.validate()', () => {
  it.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw bug;
      },
    ],
    ['rejects', () => Promise.reject(bug)],
  ])('names the hook whose code %s', async (_how, fail) => {
    expect(await failureOf(fail)).toMatchObject({ message: 'write hook seats failed: a is undefined', cause: bug });
  });

  it('passes on what refuses the write', async () => {
    const refusal = badRequest('all seats are taken');
    expect(await failureOf(() => Promise.reject(refusal))).toBe(refusal);
  });
});

describe('the turn of a write', () => {
  /** Takes numbers in turn, and fails at what it is to fail at. */
  class NumberHook extends WriteHook {
    readonly name = 'numbers';
    readonly writesOf = [];
    failing = '';

    override inTurn(): string {
      if (this.failing === 'turn') throw bug;
      return 'numbers';
    }

    hook(): WriteEffect | undefined {
      if (this.failing === 'hook') throw bug;
      if (this.failing === 'effect') return { commit: () => fail(), undo: () => fail() };
      return this.failing === 'nothing' ? undefined : {};
    }
  }

  const fail = (): never => {
    throw bug;
  };

  const write = (dryRun = false): { attributes: never; settled: SideEffect[] } => {
    const settled: SideEffect[] = [];
    return { attributes: { dryRun, settleWith: (effect: SideEffect) => settled.push(effect) } as never, settled };
  };

  it.each<[string, boolean, 'commit' | 'revert']>([
    ['', false, 'commit'],
    ['', false, 'revert'],
    ['nothing', false, 'commit'],
    ['effect', false, 'commit'],
    ['effect', false, 'revert'],
    ['', true, 'commit'],
    ['hook', false, 'revert'],
    ['turn', false, 'revert'],
  ])('with a failing %s (dry run: %s) ends by %s, and not before', async (failing, dryRun, how) => {
    const hook = new NumberHook();
    const admission = new WriteHookAdmission(hook);
    hook.failing = failing;
    const first = write(dryRun);
    const called = (async () => admission.validate(first.attributes))();
    if (failing === 'hook' || failing === 'turn') await expect(called).rejects.toThrow('write hook numbers failed');
    else await called;
    hook.failing = '';
    let isCalled = false;
    const next = (async () => admission.validate(write().attributes))().then(() => (isCalled = true));
    if (first.settled.length > 0) {
      await new Promise(setImmediate);
      expect(isCalled).toBe(false);
    }
    for (const effect of first.settled) await Promise.resolve(effect[how]()).catch(() => {});
    expect(await next).toBe(true);
  });
});
