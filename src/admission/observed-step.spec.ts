import { jest } from '@jest/globals';
import type { AdmissionExamination, ObservedAdmission, ObservedRequest } from '../request/index.js';
import { RequestObservers } from '../request/index.js';
import type { ObjectShape } from '../schema/index.js';
import { isObjectOf } from './admission-attributes.js';
import { AdmissionChain } from './admission-chain.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { ObservedStep } from './observed-step.js';
import { Undoing } from './undoing.js';
import { WriteAttributes } from './write-attributes.js';

const THINGS = { group: 'test.example.com', version: 'v1', resource: 'things' };
const REQUEST = { method: 'POST' } as unknown as ObservedRequest;
const SHAPE = { canonicalize: (object: object) => ({ ...object }), applyDefaults: () => {} } as unknown as ObjectShape;

function write(request: ObservedRequest | undefined = REQUEST): WriteAttributes {
  const object = { kind: 'Thing', apiVersion: 'test.example.com/v1', metadata: { name: 'a' } };
  const kind = { group: 'test.example.com', version: 'v1', kind: 'Thing' };
  const user = { name: 'alice', groups: [] };
  return new WriteAttributes({
    ...{ operation: 'CREATE', kind, resource: THINGS, namespace: 'n', name: 'a', user, object, request },
  });
}

const pluginOf = (name: string, more: Partial<AdmissionPlugin>): AdmissionPlugin =>
  ({ name, handles: () => true, ...more }) as AdmissionPlugin;

describe('ObservedStep', () => {
  it('times each plugin from the end of the one before, and the whole step from its beginning', () => {
    const times = [1000, 1250, 1750, 5000];
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => times.shift()!);
    const seen: object[] = [];
    const observers = new RequestObservers(() => {});
    observers.add({
      admitted: ({ plugin, round, isRejected, seconds, step, operation, request }: ObservedAdmission) => {
        seen.push([plugin?.name, round, isRejected, seconds, step, operation, request === REQUEST]);
      },
    });
    const step = new ObservedStep(observers, write(), 'admit');
    step.accept(pluginOf('One', {}), 0);
    step.reject(pluginOf('Two', {}), 1);
    step.end(true);
    clock.mockRestore();
    expect(seen).toEqual([
      ['One', 0, false, 0.25, 'admit', 'CREATE', true],
      ['Two', 1, true, 0.5, 'admit', 'CREATE', true],
      [undefined, 0, true, 4, 'admit', 'CREATE', true],
    ]);
  });
});

describe('what rules said of a write', () => {
  const EXAMINATION: AdmissionExamination = { plugin: 'One', rule: 'r', outcome: 'allowed', seconds: 1 };

  async function examinedBy(events: readonly ('admitted' | 'examined')[], request?: ObservedRequest): Promise<number> {
    let count = 0;
    const observers = new RequestObservers(() => {});
    if (events.includes('admitted')) observers.add({ admitted: () => {} });
    if (events.includes('examined')) {
      observers.add({ examined: (of, what) => void (count += of === REQUEST && what === EXAMINATION ? 1 : 100) });
    }
    const chain = new AdmissionChain(observers);
    chain.use([pluginOf('One', { validate: ({ onExamined }) => onExamined?.(EXAMINATION) })]);
    const user = { name: 'alice', groups: [] };
    const kind = { group: 'test.example.com', version: 'v1', kind: 'Thing' };
    const facts = { operation: 'DELETE', kind, resource: THINGS, namespace: 'n', name: 'a', user, request } as const;
    await chain.validate(new WriteAttributes(facts));
    return count;
  }

  it('is passed to those who listen, with the request', async () => {
    expect(await examinedBy(['admitted', 'examined'], REQUEST)).toBe(1);
  });

  it('is asked for only where there is a request and a listener', async () => {
    expect(await examinedBy(['admitted', 'examined'])).toBe(0);
    expect(await examinedBy(['admitted'], REQUEST)).toBe(0);
  });
});

describe('AdmissionChain.validate()', () => {
  it('rejects in the first round, and keeps the subresources apart', async () => {
    const seen: string[] = [];
    const observers = new RequestObservers(() => {});
    observers.add({ admitted: ({ plugin, round }: ObservedAdmission) => void seen.push(`${plugin?.name} ${round}`) });
    const chain = new AdmissionChain(observers);
    const rejecting = pluginOf('OfStatus', {
      handles: (_operation, { subresource }) => subresource === 'status',
      validate: () => {
        throw new Error('no');
      },
    });
    chain.use([rejecting]);
    const kind = { group: 'test.example.com', version: 'v1', kind: 'Thing' };
    const validate = (subresource: string): Promise<void> =>
      chain.validate(
        new WriteAttributes({
          ...{ operation: 'UPDATE', kind, resource: THINGS, namespace: 'n', name: 'a', subresource },
          user: { name: 'alice', groups: [] },
        }),
      );
    await validate('scale');
    await expect(validate('status')).rejects.toThrow('no');
    await validate('');
    expect(seen).toEqual(['undefined 0', 'OfStatus 0', 'undefined 0', 'undefined 0']);
  });
});

describe('WriteAttributes.settleWith()', () => {
  it('has an effect settled with the write', async () => {
    const undoing = new Undoing(() => {});
    const settled: string[] = [];
    const { kind, resource, user } = write();
    const facts = { operation: 'CREATE', kind, resource, user, namespace: 'n', name: 'a', undoing } as const;
    new WriteAttributes(facts).settleWith({ commit: () => void settled.push('commit'), revert: () => {} });
    await undoing.settle(
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
    expect(settled).toEqual(['commit']);
  });
});

describe('AdmissionChain.mutate(), where a plugin has all reinvoked', () => {
  const changing = (name: string, calls: string[], more: Partial<AdmissionPlugin>): AdmissionPlugin =>
    pluginOf(name, {
      admit: ({ round }) => {
        calls.push(`${name} ${round}`);
        return true;
      },
      ...more,
    });

  it.each<[string, Partial<AdmissionPlugin>, string[]]>([
    [
      'one that has all reinvoked',
      { reinvokesAll: true },
      ['Before 0', 'It 0', 'After 0', 'Before 1', 'It 1', 'After 1'],
    ],
    ['one that asks for nothing', {}, ['Before 0', 'It 0', 'After 0']],
    ['one that changed nothing this time', { reinvokesAll: true, admit: () => false }, ['Before 0', 'After 0']],
    ['one that is reinvoked alone', { reinvocationPolicy: 'IfNeeded' }, ['Before 0', 'It 0', 'After 0', 'It 1']],
  ])('calls plugins around %s', async (_what, more, expected) => {
    const calls: string[] = [];
    const chain = new AdmissionChain(new RequestObservers(() => {}));
    chain.use([changing('Before', calls, {}), changing('It', calls, more), changing('After', calls, {})]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(expected);
  });

  it('reinvokes the first plugin where a later one has changed the object', async () => {
    const calls: string[] = [];
    const chain = new AdmissionChain(new RequestObservers(() => {}));
    chain.use([
      changing('First', calls, {
        reinvocationPolicy: 'IfNeeded',
        admit: ({ round }) => (calls.push(`First ${round}`), false),
      }),
      changing('Second', calls, {}),
    ]);
    await chain.mutate(write(), SHAPE);
    expect(calls).toEqual(['First 0', 'Second 0', 'First 1']);
  });
});

describe('isObjectOf()', () => {
  const of = { group: 'apps', resource: 'deployments' };
  it.each([
    [{ group: 'apps', version: 'v1', resource: 'deployments', subresource: '' }, true],
    [{ group: 'apps', version: 'v2', resource: 'deployments', subresource: '' }, true],
    [{ group: 'apps', version: 'v1', resource: 'deployments', subresource: 'status' }, false],
    [{ group: '', version: 'v1', resource: 'deployments', subresource: '' }, false],
    [{ group: 'apps', version: 'v1', resource: 'others', subresource: '' }, false],
  ])('%j: %s', (admitted, is) => expect(isObjectOf(admitted, of)).toBe(is));
});
