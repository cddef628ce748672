import { MAX_COPIED_BYTES } from '../apimachinery/index.js';
import { JsonCopier } from './json-copier.js';

const TOO_MUCH = 'the server rejected our request due to an error in our request';

/** Characters that a copy of a value counts as, by how often it can be copied. */
function costOf(value: unknown): number {
  const copier = new JsonCopier();
  const rest = (length: number): string => 'x'.repeat(length - 2);
  copier.copy(value);
  let [least, most] = [2, MAX_COPIED_BYTES];
  // The longest text that still fits behind the value shows how much the value takes.
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    const other = new JsonCopier();
    other.copy(value);
    try {
      other.copy(rest(middle));
      least = middle;
    } catch {
      most = middle - 1;
    }
  }
  return MAX_COPIED_BYTES - least;
}

describe('JsonCopier', () => {
  it('copies values of any depth, and shares nothing with them', () => {
    const inner = { b: ['x', 1, null, true] };
    const value = { a: inner, __proto__: undefined, list: [inner] };
    const copy = new JsonCopier().copy(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.a).not.toBe(inner);
    expect(copy.a.b).not.toBe(inner.b);
    expect(copy.list[0]).not.toBe(inner);
    expect(Array.isArray(copy.list)).toBe(true);
  });

  it.each<[unknown, number]>([
    ['abc', 5],
    ['é', 4],
    [12345, 5],
    [null, 4],
    [[], 2],
    [[1, 2], 2 + 2 + 2],
    [{}, 2],
    [{ ab: 1 }, 2 + 2 + 2 + 2 + 1],
  ])('counts %j as %d characters', (value, cost) => expect(costOf(value)).toBe(cost));

  it('refuses copies that are too large in sum, and those that are nested too deeply', () => {
    const copier = new JsonCopier();
    copier.copy('x'.repeat(MAX_COPIED_BYTES - 2));
    expect(() => copier.copy(0)).toThrow(TOO_MUCH);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => new JsonCopier().copy(deep)).toThrow(TOO_MUCH);
  });

  it('does not hide other errors', () => {
    const failing = {
      get a(): never {
        throw new TypeError('own');
      },
    };
    expect(() => new JsonCopier().copy(failing)).toThrow('own');
  });
});
