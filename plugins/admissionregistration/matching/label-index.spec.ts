import { LabelMatcher, type LabelSelector } from '../../../src/plugin-api/index.js';
import { LabelIndex } from './label-index.js';

const SELECTORS: Readonly<Record<string, LabelSelector | undefined>> = {
  any: {},
  a1: { matchLabels: { a: '1' } },
  a12: { matchExpressions: [{ key: 'a', operator: 'In', values: ['1', '2'] }] },
  b: { matchExpressions: [{ key: 'b', operator: 'Exists' }] },
  b1a2: { matchLabels: { b: '1', a: '2' } },
  unreadable: undefined,
  c: { matchLabels: { constructor: 'x' } },
};

const index = new LabelIndex(Object.keys(SELECTORS), (name) => {
  const selector = SELECTORS[name];
  return selector && LabelMatcher.fromObject(selector);
});

describe('LabelIndex', () => {
  it.each<[Record<string, string> | undefined, Record<string, string> | undefined, string[]]>([
    [undefined, undefined, ['any', 'b', 'unreadable']],
    [{}, {}, ['any', 'b', 'unreadable']],
    [{ a: '1' }, undefined, ['any', 'a1', 'a12', 'b', 'unreadable']],
    [{ a: '2' }, { a: '1' }, ['any', 'a1', 'a12', 'b', 'b1a2', 'unreadable']],
    [undefined, { a: '2' }, ['any', 'a12', 'b', 'b1a2', 'unreadable']],
    [{ constructor: 'x' }, undefined, ['any', 'b', 'unreadable', 'c']],
    [{ a: '3', toString: '1' }, undefined, ['any', 'b', 'unreadable']],
  ])('of labels %j and %j finds %j, in order', (labels, oldLabels, found) => {
    expect(index.find(labels, oldLabels)).toEqual(found);
  });

  it('leaves out no item that selects the labels', () => {
    const objects: Record<string, string>[] = [{ a: '1', b: '1' }, { a: '2', b: '1' }, { b: '2' }, { a: '2' }];
    for (const labels of objects) {
      const selecting = Object.keys(SELECTORS).filter((name) => {
        const selector = SELECTORS[name];
        return selector && LabelMatcher.fromObject(selector).matches(labels);
      });
      expect(index.find(labels, undefined)).toEqual(expect.arrayContaining(selecting));
    }
  });
});
