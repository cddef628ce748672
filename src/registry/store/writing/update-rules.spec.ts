import { type ApiObject, noteGivenEmpty } from '../../../apimachinery/index.js';
import { copyPath, generateName, keepSystemFields, matchNamespace } from '../object-metadata.js';
import { isDeletedByUpdate, nextGeneration } from './update-rules.js';
import { RandomIdentifiers } from '../identifiers.js';

const DRAWING = { identifiers: new RandomIdentifiers(), collection: '/registry/things/' };

interface Thing extends ApiObject {
  spec?: { size?: number; words?: string[] };
  status?: object;
}

const RULES: { generation?: undefined } = {};
const old: Thing = { metadata: { name: 'a', generation: 4 }, spec: { size: 1, words: [] } };

describe('nextGeneration()', () => {
  it.each<[string, Partial<Thing>, number]>([
    ['the same', {}, 4],
    ['another spec', { spec: { size: 2, words: [] } }, 5],
    ['a spec with an undefined member less', { spec: { size: 1, words: [], more: undefined } as Thing['spec'] }, 4],
    ['no spec', { spec: undefined }, 5],
    ['another status', { status: { seen: true } }, 4],
    ['other labels', { metadata: { name: 'a', labels: { a: 'b' } } }, 4],
  ])('of %s is right', (_title, change, generation) => {
    expect(nextGeneration(RULES, { ...old, ...change }, old)).toBe(generation);
  });

  it('begins to count with the first change of an object that has none', () => {
    const uncounted: Thing = { metadata: { name: 'a' } };
    expect(nextGeneration(RULES, { ...uncounted, spec: { size: 2 } }, uncounted)).toBe(1);
    expect(nextGeneration(RULES, uncounted, uncounted)).toBeUndefined();
  });

  it('counts each write of an empty list or map where the kind says so', () => {
    const inner = { size: 1 };
    noteGivenEmpty(inner, 'words');
    const states: Thing[] = [
      { ...old, spec: inner },
      { ...old, spec: { size: 1, more: [{ inner }] } as Thing['spec'] },
    ];
    for (const given of states) {
      const stored = structuredClone(given);
      expect(nextGeneration({ ...RULES, generation: 'givenSpec' }, given, stored)).toBe(5);
      expect(nextGeneration({ ...RULES, generation: 'givenSpec' }, stored, stored)).toBe(4);
      expect(nextGeneration(RULES, given, stored)).toBe(4);
    }
  });

  it('asks the kind where it has a rule', () => {
    expect(nextGeneration({ ...RULES, generation: () => true }, old, old)).toBe(5);
    expect(nextGeneration({ ...RULES, generation: 'none' }, { ...old, spec: {} }, old)).toBe(4);
  });
});

describe('isDeletedByUpdate()', () => {
  it.each([
    [{ deletionTimestamp: 'then', deletionGracePeriodSeconds: 0 }, [], true],
    [{ deletionTimestamp: 'then' }, [], true],
    [{ deletionTimestamp: 'then', deletionGracePeriodSeconds: 0 }, ['a/b'], false],
    [{ deletionTimestamp: 'then', deletionGracePeriodSeconds: 30 }, [], false],
    [{}, [], false],
  ])('with %j and finalizers %j is %s', (metadata, finalizers, expected) => {
    expect(isDeletedByUpdate({ metadata: { finalizers } }, { metadata })).toBe(expected);
  });
});

describe('generateName()', () => {
  it('draws a name of at most 63 characters', () => {
    const object: ApiObject = { metadata: { generateName: 'x'.repeat(80) } };
    expect(generateName(object, DRAWING)).toBe(true);
    expect(object.metadata.name).toMatch(/^x{58}[a-z0-9]{5}$/);
  });

  it.each([{ name: 'a', generateName: 'b-' }, {}])('leaves %j alone', (metadata) => {
    expect(generateName({ metadata }, DRAWING)).toBe(false);
  });
});

describe('matchNamespace()', () => {
  it.each([
    [undefined, 'a', 'a'],
    ['a', 'a', 'a'],
    ['a', '', undefined],
  ])('makes of %s in a request to %s', (sent, namespace, expected) => {
    const object: ApiObject = { metadata: { namespace: sent } };
    matchNamespace(object, namespace);
    expect(object.metadata.namespace).toBe(expected);
  });

  it('refuses another namespace', () => {
    expect(() => matchNamespace({ metadata: { namespace: 'b' } }, 'a')).toThrow('does not match the namespace sent');
  });
});

describe('keepSystemFields()', () => {
  it('keeps what clients leave out or try to change', () => {
    const object: ApiObject = { metadata: { creationTimestamp: 'mine' } };
    const stored = { uid: 'u', creationTimestamp: 'then', deletionTimestamp: 'soon', deletionGracePeriodSeconds: 5 };
    keepSystemFields(object, { metadata: stored });
    expect(object.metadata).toEqual(stored);
  });
});

describe('copyPath()', () => {
  it.each([
    ['status', { status: { a: 1 } }, {}, { status: { a: 1 } }],
    ['status', {}, { status: { a: 1 } }, {}],
    [
      'metadata.labels',
      { metadata: { labels: { a: 'b' } } },
      { metadata: { name: 'n' } },
      { metadata: { name: 'n', labels: { a: 'b' } } },
    ],
    ['a.b', {}, {}, {}],
    ['a.b', { a: { b: 1 } }, {}, { a: { b: 1 } }],
  ])('%s from %j to %j gives %j', (path, from, to, expected) => {
    copyPath(path, from, to);
    expect(to).toEqual(expected);
  });
});
