import { parseFilter } from './table-filter.js';

describe('parseFilter()', () => {
  it.each([
    ['web  front', { labelSelector: '', fieldSelector: '', text: 'web front' }],
    ['label:app=web front', { labelSelector: 'app=web', fieldSelector: '', text: 'front' }],
    ['a label:app=web label:tier!=b b', { labelSelector: 'app=web,tier!=b', fieldSelector: '', text: 'a b' }],
    [`label:"app in (a, b)" field:'spec.x=1'`, { labelSelector: 'app in (a, b)', fieldSelector: 'spec.x=1', text: '' }],
    ['label: x', { labelSelector: '', fieldSelector: '', text: 'x' }],
    ['mylabel:x', { labelSelector: '', fieldSelector: '', text: 'mylabel:x' }],
  ])('of %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });
});
