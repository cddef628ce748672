import { AuditAnnotations } from './audit-annotations.js';

describe('AuditAnnotations', () => {
  it('keep what is added, in order, with the level from which on it is recorded', () => {
    const annotations = new AuditAnnotations();
    annotations.add('b.example.com/first', '1');
    annotations.add('a.example.com/second', '2', 'Request');
    expect([...annotations.all]).toEqual([
      ['b.example.com/first', { value: '1', level: 'Metadata' }],
      ['a.example.com/second', { value: '2', level: 'Request' }],
    ]);
    expect(annotations.dropped).toBe(0);
  });

  it('keep the first value of a key, and count the others', () => {
    const annotations = new AuditAnnotations();
    for (const value of ['first', 'first', 'other']) annotations.add('example.com/key', value);
    expect(annotations.all.get('example.com/key')?.value).toBe('first');
    expect(annotations.dropped).toBe(1);
  });

  it.each(['', 'plain', '/name', 'example.com/', 'example.com/a/b', 'Example.com/a', 'example.com/-', 'a'.repeat(500)])(
    'drop the key %j',
    (key) => {
      const annotations = new AuditAnnotations();
      annotations.add(key, 'value');
      expect(annotations.all.size).toBe(0);
      expect(annotations.dropped).toBe(1);
    },
  );

  it('are bounded by number', () => {
    const annotations = new AuditAnnotations();
    for (let i = 0; i < 1030; i++) annotations.add(`example.com/${i}`, '');
    expect(annotations.all.size).toBe(1024);
    expect(annotations.dropped).toBe(6);
  });

  it('are bounded by size, and take what still fits', () => {
    const annotations = new AuditAnnotations();
    const large = 'x'.repeat(3 * 1024 * 1024);
    annotations.add('example.com/a', large);
    annotations.add('example.com/b', large);
    annotations.add('example.com/c', 'small');
    expect([...annotations.all.keys()]).toEqual(['example.com/a', 'example.com/c']);
    expect(annotations.dropped).toBe(1);
  });
});
