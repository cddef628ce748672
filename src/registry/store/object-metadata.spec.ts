import type { ApiObject } from '../../apimachinery/index.js';
import {
  copyPath,
  dropUnstored,
  fillSystemFields,
  generateName,
  keepSystemFields,
  matchNamespace,
  resetMetadata,
  wipeSystemFields,
} from './object-metadata.js';
import { RandomIdentifiers } from './identifiers.js';

const DRAWING = { identifiers: new RandomIdentifiers(), collection: '/registry/things/' };

const SYSTEM = {
  uid: 'u',
  creationTimestamp: '2030-01-01T00:00:00Z',
  deletionTimestamp: '2030-01-01T00:00:01Z',
  deletionGracePeriodSeconds: 1,
  selfLink: '/x',
};
const of = (metadata: object): ApiObject => ({ metadata }) as ApiObject;

describe('the fields that the server sets', () => {
  it('are cleared of a new object, and set', () => {
    const object = of({ ...SYSTEM, name: 'a', labels: { a: 'b' } });
    wipeSystemFields(object);
    expect(object).toEqual({ metadata: { name: 'a', labels: { a: 'b' } } });
    fillSystemFields(object, { now: new Date('2030-01-02T00:00:00.7Z'), ...DRAWING });
    expect(object.metadata).toEqual({
      name: 'a',
      labels: { a: 'b' },
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creationTimestamp: '2030-01-02T00:00:00Z',
    });
  });

  it('are kept by an update that leaves them out', () => {
    const object = of({ name: 'a' });
    keepSystemFields(object, of(SYSTEM));
    const { selfLink: _, ...kept } = SYSTEM;
    expect(object.metadata).toEqual({ name: 'a', ...kept });
  });

  it('are kept as far as an update may not change them', () => {
    const sent = { uid: 'v', creationTimestamp: 'x', deletionTimestamp: 'y', deletionGracePeriodSeconds: 0 };
    const object = of({ ...sent });
    keepSystemFields(object, of(SYSTEM));
    expect(object.metadata).toEqual({
      uid: 'v',
      creationTimestamp: SYSTEM.creationTimestamp,
      deletionTimestamp: SYSTEM.deletionTimestamp,
      deletionGracePeriodSeconds: 0,
    });
    const living = of({ ...sent });
    keepSystemFields(living, of({ uid: 'u' }));
    expect(living.metadata).toEqual({ ...sent, creationTimestamp: undefined });
  });

  it('never hold the link to an object', () => {
    const object = of({ name: 'a', selfLink: '/x' });
    dropUnstored(object);
    expect(object).toEqual({ metadata: { name: 'a' } });
  });
});

describe('generateName()', () => {
  it.each([
    [{ generateName: 'a-' }, /^a-[a-z0-9]{5}$/],
    [{ generateName: 'x'.repeat(70) }, /^x{58}[a-z0-9]{5}$/],
  ])('draws a name for %j', (metadata, name) => {
    const object = of({ ...metadata });
    expect(generateName(object, DRAWING)).toBe(true);
    expect(object.metadata.name).toMatch(name);
  });

  it.each([{ name: 'a', generateName: 'b' }, { name: 'a' }, {}, { generateName: '' }])(
    'leaves %j alone',
    (metadata) => {
      const object = of({ ...metadata });
      expect(generateName(object, DRAWING)).toBe(false);
      expect(object.metadata).toEqual(metadata);
    },
  );
});

describe('matchNamespace()', () => {
  it.each([
    ['n', 'n', 'n'],
    ['', 'n', 'n'],
    [undefined, 'n', 'n'],
    ['n', '', undefined],
    [undefined, '', undefined],
  ])('makes of %p, sent to %p, %p', (sent, namespace, expected) => {
    const object = of({ namespace: sent });
    matchNamespace(object, namespace);
    expect(object.metadata.namespace).toBe(expected);
    expect('namespace' in object.metadata).toBe(expected !== undefined);
  });

  it('refuses another one', () => {
    expect(() => matchNamespace(of({ namespace: 'm' }), 'n')).toThrow(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  });
});

describe('what an update of status leaves as it was', () => {
  const FIELDS = ['deletionTimestamp', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

  it.each(FIELDS)('is %s', (field) => {
    const old = of({ name: 'a', [field]: ['old'] });
    const object = of({ name: 'b', [field]: ['new'] });
    resetMetadata(object, old);
    expect(object.metadata).toEqual({ name: 'b', [field]: ['old'] });
    resetMetadata(object, of({}));
    expect(object.metadata).toEqual({ name: 'b' });
  });
});

describe('copyPath()', () => {
  it.each<[object | undefined, object, object]>([
    [{ a: { b: { c: 1 } } }, {}, { a: { b: { c: 1 } } }],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2, d: 3 } } }, { a: { b: { c: 1, d: 3 } } }],
    [{ a: {} }, { a: { b: { c: 2, d: 3 } } }, { a: { b: { d: 3 } } }],
    [{}, {}, {}],
    [undefined, { a: { b: { c: 2 } } }, { a: { b: {} } }],
    [undefined, { x: 1 }, { x: 1 }],
  ])('of a.b.c from %j to %j makes %j', (from, to, expected) => {
    copyPath('a.b.c', from, to);
    expect(to).toEqual(expected);
  });

  it('copies what it takes', () => {
    const from = { a: { b: ['x'] } };
    const to: { a?: { b?: string[] } } = {};
    copyPath('a.b', from, to);
    expect(to.a?.b).toEqual(['x']);
    expect(to.a?.b).not.toBe(from.a.b);
  });
});
