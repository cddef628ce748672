import type { ApiObject } from '../apimachinery/index.js';
import { checkDeleteOptions, checkPreconditions, finalizersForDeletion, markDeletion } from './deletion-rules.js';
import type { KindFacts } from './resolved-kind.js';

const KIND: KindFacts = {
  kind: 'Thing',
  groupResource: { group: '', resource: 'things' },
  isNamespaced: true,
  nameRule: undefined,
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
      expect(() => checkPreconditions(KIND, object, { preconditions })).not.toThrow();
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

  it('are none where nothing can depend on the object', () => {
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
