import { changedFields } from './changed-fields.js';

describe('changedFields()', () => {
  it('names the fields that differ, but for those that every write changes', () => {
    const before = { metadata: { resourceVersion: '1', name: 'a' }, spec: { replicas: 1, list: [1], same: { x: 1 } } };
    const after = {
      metadata: { resourceVersion: '2', name: 'a' },
      spec: { list: [1, 2], same: { x: 1 }, paused: true },
    };
    expect(changedFields(before, after)).toEqual([
      { path: 'spec.replicas', before: '1', after: 'not set' },
      { path: 'spec.list', before: '[1]', after: '[1,2]' },
      { path: 'spec.paused', before: 'not set', after: 'true' },
    ]);
  });

  it('shortens long values, and names 50 fields at most', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'.repeat(300)]));
    const fields = changedFields({}, many);
    expect(fields).toHaveLength(50);
    expect(fields[0].after).toHaveLength(202);
  });
});
