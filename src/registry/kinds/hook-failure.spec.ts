import { StatusError, badRequest } from '../../apimachinery/index.js';
import { HookFailure, callHook, namingFailures } from './hook-failure.js';

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

const named = namingFailures(new Hooks(), ['count', 'fail', 'refuse', 'failLater'], 'ShipPlugin: Ship/v1');

describe('HookFailure', () => {
  it('has a name of its own in logs', () => {
    expect(new HookFailure('Ship/v1: count', 'no').name).toBe('HookFailure');
  });
});

describe('namingFailures()', () => {
  it('hands calls on, with what the hooks keep', () => {
    expect([named.count(2), named.count(3), named.flag]).toEqual([2, 5, true]);
  });

  it('names plugin, kind, version and function of a failure', () => {
    expect(() => named.fail()).toThrow(new HookFailure('ShipPlugin: Ship/v1: fail', new TypeError('of undefined')));
    expect(() => named.fail()).toThrow('ShipPlugin: Ship/v1: fail failed: of undefined');
  });

  it('does so for what fails later', async () => {
    await expect(named.failLater()).rejects.toThrow('ShipPlugin: Ship/v1: failLater failed: later');
  });

  it('leaves answers for the client as they are', () => {
    expect(() => named.refuse()).toThrow(StatusError);
  });
});

describe('callHook()', () => {
  it('names a place once', () => {
    expect(() => callHook('outer', () => callHook('inner', () => named.fail()))).toThrow(
      'ShipPlugin: Ship/v1: fail failed',
    );
    expect(callHook('outer', () => 1)).toBe(1);
  });
});
