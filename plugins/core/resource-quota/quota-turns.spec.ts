import { FakeClock } from '../../../src/testing/fake-clock.js';
import { QuotaTurns } from './quota-turns.js';

const NAMESPACE = 'shop';
const OBJECT = '/services/web';
const taken = new Map();

let clock: FakeClock;
let turns: QuotaTurns;

beforeEach(() => {
  clock = new FakeClock();
  turns = new QuotaTurns(clock);
});

const missingFrom = (...stored: [string, string][]): string[] =>
  turns.missingFrom(new Map(stored), NAMESPACE).map(({ object }) => object);

describe('QuotaTurns.missingFrom()', () => {
  it('returns the charge of an object until that is stored', () => {
    turns.note({ namespace: NAMESPACE, object: OBJECT, replaced: undefined, taken });
    expect(missingFrom()).toEqual([OBJECT]);
    expect(missingFrom([OBJECT, '7'])).toEqual([]);
  });

  it('returns the charge of a change until another version is stored', () => {
    turns.note({ namespace: NAMESPACE, object: OBJECT, replaced: '7', taken });
    expect(missingFrom([OBJECT, '7'])).toEqual([OBJECT]);
    expect(missingFrom([OBJECT, '9'])).toEqual([]);
    expect(missingFrom()).toEqual([]);
  });

  it('returns no charge of other namespaces, that was released, or that is old', () => {
    turns.note({ namespace: 'other', object: OBJECT, replaced: undefined, taken });
    expect(missingFrom()).toEqual([]);
    turns.note({ namespace: NAMESPACE, object: OBJECT, replaced: undefined, taken });
    turns.giveBack(NAMESPACE, OBJECT);
    expect(missingFrom()).toEqual([]);
    turns.note({ namespace: NAMESPACE, object: OBJECT, replaced: undefined, taken });
    clock.advance(2000);
    expect(missingFrom()).toEqual([]);
  });
});
