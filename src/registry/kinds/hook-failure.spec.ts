import { FIELD_ERRORS, type ResultRule, StatusError, badRequest } from '../../apimachinery/index.js';
import { noteSite } from '../../schema/index.js';
import { HookFailure, callHook, guardHook, guardHooks, isWrongResult } from './hook-failure.js';

class Hooks {
  readonly flag = true;
  #calls = 0;

  count(by: number): number {
    return (this.#calls += by);
  }

  fail(): never {
    throw new TypeError('of undefined');
  }

  refuse(): never {
    throw badRequest('not so');
  }

  async failLater(): Promise<void> {
    await Promise.reject(new Error('later'));
  }
}

const ANY: ResultRule = { isRight: () => true, wanted: 'anything' };
const RULES = { count: ANY, fail: ANY, refuse: ANY, failLater: { ...ANY, mayWait: true } };
const guarded = guardHooks(new Hooks(), RULES, { where: 'ShipPlugin: Ship/v1' });

describe('HookFailure', () => {
  it('has its name in logs', () => {
    expect(new HookFailure('Ship/v1: count', 'no').name).toBe('HookFailure');
  });
});

describe('guardHooks()', () => {
  it('calls the hooks, with what they keep', () => {
    expect([guarded.count(2), guarded.count(3), guarded.flag]).toEqual([2, 5, true]);
  });

  it('names plugin, kind, version and function of a failure', () => {
    expect(() => guarded.fail()).toThrow(new HookFailure('ShipPlugin: Ship/v1: fail', new TypeError('of undefined')));
    expect(() => guarded.fail()).toThrow('ShipPlugin: Ship/v1: fail failed: of undefined');
  });

  it('does so for what fails later', async () => {
    await expect(guarded.failLater()).rejects.toThrow('ShipPlugin: Ship/v1: failLater failed: later');
  });

  it('leaves answers for the client as they are', () => {
    expect(() => guarded.refuse()).toThrow(StatusError);
  });
});

describe('guardHook()', () => {
  const declared = {};
  noteSite(declared, { stack: 'Error\n    at /harbor/ship.ts:3:7' });
  const returning = (result: unknown, rule = FIELD_ERRORS) =>
    guardHook(() => result, rule, { where: 'Ship/v1: validate', declared });

  it('reports a wrong result with the place of the declaration alone', () => {
    const hook = returning('too long');
    expect(hook).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /^Ship\/v1: validate failed: it returned "too long"; expected a list of field errors/,
        ),
        stack: expect.stringMatching(/^HookFailure: [^\n]+\n {4}at \/harbor\/ship\.ts:3:7$/),
      }),
    );
  });

  it('takes no promise where nothing waits, and leaves no rejection unhandled', () => {
    expect(returning(Promise.reject(new Error('late')))).toThrow('it returned a promise, for which nothing waits');
  });

  it('checks the value of a promise where one may be', async () => {
    const rule = { ...FIELD_ERRORS, mayWait: true };
    await expect(returning(Promise.resolve([]), rule)()).resolves.toEqual([]);
    const failure = await (returning(Promise.resolve(true), rule)() as Promise<unknown>).catch(
      (error: unknown) => error,
    );
    expect(isWrongResult(failure)).toBe(true);
    expect((failure as Error).message).toContain('it returned true; expected a list');
  });
});

describe('callHook()', () => {
  it('names a place once', () => {
    expect(() => callHook('outer', () => callHook('inner', () => guarded.fail()))).toThrow(
      'ShipPlugin: Ship/v1: fail failed',
    );
    expect(callHook('outer', () => 1)).toBe(1);
  });
});
