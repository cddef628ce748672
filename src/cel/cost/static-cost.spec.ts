import { BOOL, INT, listOf, mapOf, objectOf, STRING } from '../check/index.js';
import { kubernetesEnvironment } from '../library/kubernetes.js';
import { estimateCost, type EstimateSize } from './static-cost.js';

const SIZES: Readonly<Record<string, number>> = {
  s: 10,
  list: 20,
  'list.@items': 5,
  map: 3,
  'map.@keys': 4,
  'map.@values': 6,
  'o.name': 7,
};
const sizes: EstimateSize = (path) => {
  const max = SIZES[path.join('.')];
  return max === undefined ? undefined : { min: 0, max };
};
const environment = kubernetesEnvironment(31).extend({
  variables: {
    s: STRING,
    i: INT,
    b: BOOL,
    list: listOf(STRING),
    map: mapOf(STRING, STRING),
    o: objectOf('o'),
  },
  objects: (type, field) => (type === 'o' && field === 'name' ? STRING : undefined),
});

function estimated(text: string): [number, number] {
  const { program, error } = environment.compile(text);
  if (error !== undefined) throw new Error(error);
  const { min, max } = estimateCost(program.expr, program.checked, sizes);
  return [Number(min), Number(max)];
}

describe('estimateCost()', () => {
  it.each<[string, number, number]>([
    ['"a"', 0, 0],
    ['i', 1, 1],
    ['o.name', 2, 2],
    ['has(o.name)', 1, 1],
    ['[i, i]', 12, 12],
    ['{"a": 1}', 30, 30],
    ['!b', 2, 2],
    ['b && i == 1', 1, 3],
    ['b ? i : 2', 1, 2],
    ['[1, 2].all(x, x > 0)', 17, 21],
    ['s + s', 2, 4],
    ['s.size() > 3', 3, 3],
    ['list[0] == s', 4, 4],
    ['map["a"] == s', 4, 4],
    ['dyn(i) == 1', 3, 3],
    // Texts are read whole; networks and addresses are compared at once.
    ['isIP("aaaaaaaaaaaaaaaaaaaa")', 2, 2],
    ['ip(s).family()', 2, 3],
    ['quantity("1") == quantity("1")', 3, 3],
    ['cidr("10.0.0.0/8").containsIP("10.0.0.1")', 3, 6],
    // A limit that is written down limits the parts of a text.
    ['s.split(",", 2).all(p, true)', 2, 1 + 2 + 1 + 2 * 3],
    ['s.split(",", -1).all(p, true) ? 1 : 2', 2, 2 ** 64],
  ])('of %s is from %d to %d', (text, min, max) => {
    expect(estimated(text)).toEqual([min, max]);
  });

  it('is one for a comparison of numbers, and grows with texts [LIM-09]', () => {
    expect(estimated('1 == 2')).toEqual([1, 1]);
    expect(estimated('i == 1')).toEqual([2, 2]);
    expect(estimated('s == "a"')[1]).toBe(2);
    expect(estimated(`s == "${'a'.repeat(100)}"`)[1]).toBe(2);
  });

  it('is ten for a list, thirty for a map [LIM-10]', () => {
    expect(estimated('[]')).toEqual([10, 10]);
    expect(estimated('{}')).toEqual([30, 30]);
  });

  it('of a pattern is its size by that of the text [LIM-11]', () => {
    expect(estimated('s.matches("abcdefgh")')).toEqual([3, 5]);
    expect(estimated('s.matches(s)')[1]).toBe(2 + 2 * 3);
    expect(estimated('"x".find("abcdefgh").size() > 0')[1]).toBe(4);
  });

  it('goes over all that a list can have, and what is in that', () => {
    expect(estimated('list.all(x, true)')[1]).toBe(1 + 1 + 20 * 3);
    const inner = estimated('list.all(x, x == s)')[1];
    expect(inner).toBeGreaterThan(estimated('list.all(x, true)')[1]);
    expect(estimated('list.all(x, list.all(y, x == y))')[1]).toBeGreaterThan((20 * inner) / 2);
  });

  it('is without end for texts nobody knows the length of', () => {
    expect(estimated('("a" + string(i)).size() > 1')[1]).toBeGreaterThan(1e18);
    expect(estimated('"%d".format([i]).size() > 1')[1]).toBeLessThan(20);
  });
});
