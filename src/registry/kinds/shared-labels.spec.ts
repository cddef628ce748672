import { SharedLabels } from './shared-labels.js';

describe('SharedLabels.find()', () => {
  const labels = (): Record<string, string> => ({ app: 'tug', tier: 'harbour' });

  it('answers one set for equal ones', () => {
    const sets = new SharedLabels();
    const first = sets.find(labels());
    expect(first).toEqual(labels());
    expect(sets.find(labels())).toBe(first);
  });

  it('answers another one where a value, a name or the order differs', () => {
    const sets = new SharedLabels();
    const others: Record<string, string>[] = [
      { app: 'tug', tier: 'sea' },
      { app: 'tug', level: 'harbour' },
      { tier: 'harbour', app: 'tug' },
      { app: 'tug' },
    ];
    sets.find(labels());
    for (const other of others) expect(JSON.stringify(sets.find(other))).toBe(JSON.stringify(other));
  });

  it('keeps labels that are named as members of every object are', () => {
    const named = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    const found = new SharedLabels().find(named);
    expect(JSON.stringify(found)).toBe(JSON.stringify(named));
    expect(Object.hasOwn(found, '__proto__')).toBe(true);
  });

  it('freezes what it answers, and leaves what it was given as it is', () => {
    const given = labels();
    expect(Object.isFrozen(new SharedLabels().find(given))).toBe(true);
    expect(Object.isFrozen(given)).toBe(false);
  });
});

describe('The size of SharedLabels', () => {
  /** The longest text of a set that is shared, and how many characters of all sets are. */
  const LONGEST = 2_048;
  const MOST = 131_072;

  /** A set whose text has so many characters, each number another one. */
  const labels = (n: number, length = LONGEST): Record<string, string> => {
    const name = `${n}-`;
    return { [name]: 'x'.repeat(length - JSON.stringify({ [name]: '' }).length) };
  };

  it('bounds the text of each set', () => {
    const sets = new SharedLabels();
    expect(sets.find(labels(1))).toBe(sets.find(labels(1)));
    const long = labels(2, LONGEST + 1);
    expect(sets.find(long)).toBe(long);
  });

  it('bounds the text of all sets: those of before are forgotten', () => {
    const sets = new SharedLabels();
    const first = sets.find(labels(0));
    for (let n = 1; n < MOST / LONGEST; n++) sets.find(labels(n));
    expect(sets.find(labels(0))).toBe(first);
    sets.find(labels(MOST / LONGEST));
    expect(sets.find(labels(0))).not.toBe(first);
  });
});
