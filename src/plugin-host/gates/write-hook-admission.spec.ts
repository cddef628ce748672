import { badRequest } from '../../apimachinery/index.js';
import type { AdmissionOperation, SideEffect } from '../../admission/index.js';
import { type WriteEffect, WriteHook } from '../../plugin-api/index.js';
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

describe('WriteHookAdmission.handles()', () => {
  class PodHook extends WriteHook {
    readonly name = 'pods';
    readonly writesOf = [
      { group: '', resource: 'pods', operations: ['CREATE'] },
      { group: '', resource: 'nodes', subresource: 'status' },
    ] as const;

    hook(): void {}
  }
  const admission = new WriteHookAdmission(new PodHook());

  it.each<[AdmissionOperation, string, string, string, boolean]>([
    ['CREATE', '', 'pods', '', true],
    ['UPDATE', '', 'pods', '', false],
    ['CREATE', 'apps', 'pods', '', false],
    ['CREATE', '', 'services', '', false],
    ['CREATE', '', 'pods', 'status', false],
    ['UPDATE', '', 'nodes', 'status', true],
    ['DELETE', '', 'nodes', 'status', true],
    ['CONNECT', '', 'nodes', 'status', false],
    ['UPDATE', '', 'nodes', '', false],
  ])('%s of %j/%s/%s: %s', (operation, group, resource, subresource, isHandled) => {
    expect(admission.handles(operation, { group, resource, subresource } as never)).toBe(isHandled);
  });
});

describe('WriteHookAdmission.handles() of a hook that names a kind', () => {
  const type = { group: 'sea.example.com', version: 'v1', kind: 'Buoy', resource: 'buoys', scope: 'Cluster' } as const;

  class BuoyHook extends WriteHook {
    readonly name = 'buoys';
    readonly writesOf = [{ type, operations: ['DELETE'] }] as const;

    hook(): void {}
  }
  const admission = new WriteHookAdmission(new BuoyHook());

  it.each<[AdmissionOperation, string, string, boolean]>([
    ['DELETE', 'sea.example.com', 'buoys', true],
    ['CREATE', 'sea.example.com', 'buoys', false],
    ['DELETE', '', 'buoys', false],
    ['DELETE', 'sea.example.com', 'pods', false],
  ])('%s of %s/%s: %s', (operation, group, resource, isHandled) => {
    expect(admission.handles(operation, { group, resource, subresource: '' } as never)).toBe(isHandled);
  });
});

describe('the effect of a hook', () => {
  /** Returns an effect, in turn or not. */
  class EffectHook extends WriteHook {
    readonly name = 'effects';
    readonly writesOf = [];
    readonly settled: string[] = [];

    constructor(private readonly turn: string | undefined) {
      super();
    }

    override inTurn(): string | undefined {
      return this.turn;
    }

    hook(): WriteEffect {
      return {
        commit: () => void this.settled.push('commit'),
        undo: async () => {
          await Promise.resolve();
          this.settled.push('undo');
        },
      };
    }
  }

  describe.each([undefined, 'a'])('in turn %s', (turn) => {
    it.each([false, true])('is settled with the write, and not of a dry run: %s', async (dryRun) => {
      const hook = new EffectHook(turn);
      const effects: SideEffect[] = [];
      const attributes = { dryRun, settleWith: (effect: SideEffect) => effects.push(effect) } as never;
      await new WriteHookAdmission(hook).validate(attributes);
      for (const effect of effects) {
        await effect.commit();
        await effect.revert();
      }
      expect(hook.settled).toEqual(dryRun ? [] : ['commit', 'undo']);
    });
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
