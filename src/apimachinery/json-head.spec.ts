import { jsonHead } from './json-head.js';

describe('jsonHead()', () => {
  it.each<[unknown]>([
    [{ a: [1, 'b', null, true, { c: 0.5 }], d: undefined, e: '"\\\n' }],
    [[undefined, [], {}]],
    ['text'],
    [NaN],
    [null],
    [undefined],
    [Object.create({ inherited: 1 })],
  ])('writes %j as JSON.stringify does', (value) => {
    expect(jsonHead(value, 1000)).toBe(JSON.stringify(value) ?? 'null');
  });

  it('writes integers exactly, and escapes what means something to browsers', () => {
    expect(jsonHead({ size: 9007199254740993n, '<a>': '&\u2028' }, 1000)).toBe(
      '{"size":9007199254740993,"\\u003ca\\u003e":"\\u0026\\u2028"}',
    );
  });

  it('writes no more than is shown, whatever the value has', () => {
    const names: string[] = [];
    const watched = new Proxy(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, 'x'.repeat(99)])), {
      get: (object, name) => names.push(String(name)) && object[String(name)],
    });
    expect(jsonHead(watched, 300)).toMatch(/^\{"m0":"x{99}","m1"/);
    expect(new Set(names).size).toBeLessThan(5);
    expect(jsonHead('x'.repeat(1e6), 300)).toHaveLength(302);
    expect(jsonHead([[['x'.repeat(1e6)], 'y'], 'z'], 300)).toBe(`[[["${'x'.repeat(300)}"]]]`);
  });
});
