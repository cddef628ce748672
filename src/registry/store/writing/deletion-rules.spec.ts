import type { ApiObject } from '../../../apimachinery/index.js';
import {
  checkDeleteOptions,
  checkPreconditions,
  finalizersForDeletion,
  graceBroughtForward,
  markDeletion,
} from './deletion-rules.js';
import type { KindFacts } from '../../kinds/resolved-kind.js';

const KIND: KindFacts = {
  kind: 'Thing',
  groupResource: { group: '', resource: 'things' },
  isNamespaced: true,
  nameRule: undefined,
  allowsPlainFinalizers: () => false,
  definition: {},
};
const NOW = new Date('2030-01-01T00:00:00Z');

describe('checkDeleteOptions()', () => {
  it.each([
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, 'cannot be both set'],
    [{ propagationPolicy: 'Sideways' }, 'propagationPolicy: Unsupported value: "Sideways"'],
    [{ dryRun: ['Some'] }, 'dryRun: Unsupported value'],
  ])('refuses %j', (options, message) => {
    expect(() => checkDeleteOptions(options)).toThrow(message);
  });
});

describe('checkPreconditions()', () => {
  const object: ApiObject = { metadata: { name: 'a', uid: 'u', resourceVersion: '7' } };

  it.each([[{ uid: 'u' }], [{ resourceVersion: '7' }], [{ uid: 'u', resourceVersion: '7' }], [undefined]])(
    'is content with %j',
    (preconditions) => {
      expect(() => checkPreconditions(KIND, object, { preconditions, isByUpdate: false })).not.toThrow();
    },
  );

  it.each([
    [{ uid: 'x' }, false, 'on Thing "a": the UID in the precondition (x) does not match the UID in record (u).'],
    [{ resourceVersion: '6' }, false, 'on Thing "a": the ResourceVersion in the precondition (6) does not match'],
    [{ uid: 'x' }, true, 'on things "a": Precondition failed: UID in precondition: x, UID in object meta: u'],
    [{ resourceVersion: '6' }, true, 'ResourceVersion in precondition: 6, ResourceVersion in object meta: 7'],
  ])('refuses %j (deletion by update: %s)', (preconditions, isByUpdate, message) => {
    expect(() => checkPreconditions(KIND, object, { preconditions, isByUpdate })).toThrow(message);
  });
});

describe('finalizersForDeletion()', () => {
  it.each([
    [['a/b'], {}, ['a/b']],
    [['a/b'], { propagationPolicy: 'Foreground' }, ['a/b', 'foregroundDeletion']],
    [['a/b'], { propagationPolicy: 'Orphan' }, ['a/b', 'orphan']],
    [[], { orphanDependents: true }, ['orphan']],
    [['orphan'], {}, ['orphan']],
    [['orphan'], { propagationPolicy: 'Background' }, []],
    [['foregroundDeletion'], { orphanDependents: false }, []],
  ])('of %j with %j are %j', (finalizers, options, expected) => {
    expect(finalizersForDeletion(KIND, { metadata: { finalizers } }, options)).toEqual(expected);
  });

  it('follow what the kind prefers', () => {
    const kind: KindFacts = { ...KIND, definition: { defaultPropagation: 'Orphan' } };
    expect(finalizersForDeletion(kind, { metadata: {} }, {})).toEqual(['orphan']);
  });

  it('are empty if nothing can depend on the object', () => {
    const kind: KindFacts = { ...KIND, definition: { defaultPropagation: 'Unsupported' } };
    expect(finalizersForDeletion(kind, { metadata: {} }, { propagationPolicy: 'Foreground' })).toEqual([]);
    expect(finalizersForDeletion(kind, { metadata: { finalizers: ['a/b', 'orphan'] } }, {})).toEqual(['a/b']);
  });
});

describe('markDeletion()', () => {
  it('sets when and how long, and counts the change', () => {
    const object: ApiObject = { metadata: { generation: 1 } };
    expect(markDeletion(object, 30, NOW)).toBe(true);
    expect(object.metadata).toMatchObject({
      deletionTimestamp: '2030-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
  });

  it('can be brought forward, not put off', () => {
    const object: ApiObject = { metadata: {} };
    markDeletion(object, 30, NOW);
    expect(markDeletion(object, 60, NOW)).toBe(false);
    expect(markDeletion(object, 10, NOW)).toBe(true);
    expect(object.metadata.deletionTimestamp).toBe('2030-01-01T00:00:10Z');
  });
});

describe('a deletion that is under way without a grace period', () => {
  it('is not marked again', () => {
    const object: ApiObject = { metadata: { deletionTimestamp: '2029-01-01T00:00:00Z' } };
    expect(markDeletion(object, 0, NOW)).toBe(false);
    expect(object.metadata).toEqual({ deletionTimestamp: '2029-01-01T00:00:00Z' });
  });
});

describe('markDeletion() of an object that only finalizers hold', () => {
  const past = '2029-01-01T00:00:00Z';
  const future = '2031-01-01T00:00:00Z';
  const now = '2030-01-01T00:00:00Z';

  it.each<[string, Partial<ApiObject['metadata']>, Partial<ApiObject['metadata']> | undefined]>([
    ['new', { generation: 1 }, { deletionTimestamp: now, deletionGracePeriodSeconds: 0, generation: 2 }],
    ['marked', { deletionTimestamp: past, deletionGracePeriodSeconds: 0, generation: 2 }, undefined],
    [
      'marked without a grace period (Namespace)',
      { deletionTimestamp: past, generation: 1 },
      { deletionTimestamp: past, deletionGracePeriodSeconds: 0, generation: 2 },
    ],
    [
      'marked with a grace period',
      { deletionTimestamp: past, deletionGracePeriodSeconds: 30, generation: 1 },
      { deletionTimestamp: past, deletionGracePeriodSeconds: 0, generation: 1 },
    ],
    [
      'due later',
      { deletionTimestamp: future, deletionGracePeriodSeconds: 0 },
      { deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
    ],
  ])('brings one that is %s to %j', (_state, metadata, expected) => {
    const object: ApiObject = { metadata: { ...metadata } };
    expect(markDeletion(object, undefined, NOW)).toBe(expected !== undefined);
    expect(object.metadata).toEqual(expected ?? metadata);
  });
});

describe('graceBroughtForward()', () => {
  it.each<[number | undefined, number | undefined, number | undefined]>([
    [undefined, undefined, 0],
    [0, 5, 0],
    [5, undefined, undefined],
    [5, 5, undefined],
    [5, 6, undefined],
    [5, 4, 4],
    [5, 0, 0],
    [5, -1, 1],
    [1, undefined, undefined],
    [1, -1, undefined],
    [1, 0, 0],
  ])('of %p, asked for %p, is %p', (current, asked, grace) => {
    const object: ApiObject = { metadata: { name: 'a', deletionGracePeriodSeconds: current } };
    expect(graceBroughtForward(object, { gracePeriodSeconds: asked })).toBe(grace);
  });
});

describe('the time of a deletion', () => {
  it('is as many seconds ahead as there is grace, counted from the first request', () => {
    const object: ApiObject = { metadata: { name: 'a' } };
    expect(markDeletion(object, 7200, NOW)).toBe(true);
    expect(object.metadata.deletionTimestamp).toBe('2030-01-01T02:00:00Z');
    expect(markDeletion(object, 7200, NOW)).toBe(false);
    expect(markDeletion(object, 3600, new Date('2030-01-01T00:30:00Z'))).toBe(true);
    expect(object.metadata.deletionTimestamp).toBe('2030-01-01T01:00:00Z');
    expect(object.metadata).not.toHaveProperty('generation');
    expect(markDeletion(object, undefined, NOW)).toBe(true);
    expect(object.metadata).toMatchObject({ deletionTimestamp: '2030-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 });
  });

  it('counts as a change of what is wanted, where that is counted', () => {
    const object: ApiObject = { metadata: { name: 'a', generation: 3 } };
    markDeletion(object, 0, NOW);
    expect(object.metadata.generation).toBe(4);
  });
});

describe('finalizersForDeletion()', () => {
  it.each<[string[], object, string[]]>([
    [['foregroundDeletion'], {}, ['foregroundDeletion']],
    [['orphan', 'foregroundDeletion'], {}, ['orphan']],
    [['orphan', 'x'], {}, ['orphan', 'x']],
    [['foregroundDeletion', 'x'], {}, ['foregroundDeletion', 'x']],
    [['foregroundDeletion', 'x'], { propagationPolicy: 'Background' }, ['x']],
    [['foregroundDeletion'], { orphanDependents: true }, ['orphan']],
    [['orphan'], { orphanDependents: false }, []],
    [[], { propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
  ])('of %j with %j are %j', (finalizers, options, expected) => {
    const object: ApiObject = { metadata: { name: 'a', finalizers } };
    expect(finalizersForDeletion(KIND, object, options)).toEqual(expected);
  });
});
