import { compareElements, FieldSetError, memberElement, readElement } from './path-element.js';

describe('readElement()', () => {
  it.each([
    ['f:name', 'f:name'],
    ['f:', 'f:'],
    ['k:{"b":1,"a":"x"}', 'k:{"a":"x","b":1}'],
    ['k:{ "a" : "x" }', 'k:{"a":"x"}'],
    ['v:"s"', 'v:"s"'],
    ['v: 1', 'v:1'],
    ['v:null', 'v:null'],
    ['i:07', 'i:7'],
    ['i:-1', 'i:-1'],
    ['i:+2', 'i:2'],
  ])('reads %s as %s, every time', (text, element) => {
    expect([readElement(text), readElement(text)]).toEqual([element, element]);
  });

  it('reads keys that are too long to be kept', () => {
    const long = 'x'.repeat(200);
    const text = `k:{"b":1,"a":"${long}"}`;
    expect([readElement(text), readElement(text)]).toEqual([`k:{"a":"${long}","b":1}`, `k:{"a":"${long}","b":1}`]);
  });

  it('still reads keys when more than are kept have been read', () => {
    for (let i = 0; i < 5000; i++) expect(readElement(`k:{"b":${i},"a":0}`)).toBe(`k:{"a":0,"b":${i}}`);
    expect(readElement('k:{"b":0,"a":0}')).toBe('k:{"a":0,"b":0}');
  });

  it('ignores unknown kinds of elements', () => expect(readElement('x:1')).toBeUndefined());

  it.each([
    ['', 'key must be 2 characters long'],
    ['f', 'key must be 2 characters long'],
    ['name', 'missing colon: name'],
    ['k:[]', 'keys must be an object'],
    ['k:null', 'keys must be an object'],
    ['k:"a"', 'keys must be an object'],
    ['k:{', 'malformed path element: k:{'],
    ['v:', 'malformed path element: v:'],
    ['i:', 'malformed path element: i:'],
    ['i:1.5', 'malformed path element: i:1.5'],
    ['i:x', 'malformed path element: i:x'],
  ])('refuses %j', (text, message) => {
    expect(() => readElement(text)).toThrow(FieldSetError);
    expect(() => readElement(text)).toThrow(message);
  });
});

describe('compareElements()', () => {
  // Members, keys, values, positions; numbers, texts, booleans, lists, objects, null.
  const ordered = [
    memberElement('a'),
    memberElement('b'),
    'k:{"a":1}',
    'k:{"a":1,"b":1}',
    'k:{"a":2}',
    'k:{"a":"1"}',
    'k:{"b":0}',
    'v:-1',
    'v:2',
    'v:10',
    'v:""',
    'v:"10"',
    'v:"2"',
    'v:false',
    'v:true',
    'v:[]',
    'v:[1]',
    'v:[1,2]',
    'v:[2]',
    'v:["1"]',
    'v:[[0]]',
    'v:{}',
    'v:{"a":1}',
    'v:null',
    'i:-1',
    'i:2',
    'i:10',
  ];

  it('orders elements by kind, and those of a kind by value', () => {
    for (const [i, a] of ordered.entries()) {
      for (const [j, b] of ordered.entries()) {
        expect([a, b, Math.sign(compareElements(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  it('takes values that are spelt differently for the same', () => {
    expect(compareElements('v:null', 'v: null')).toBe(0);
    expect(compareElements('v:1', 'v:1.0')).toBe(0);
    expect(compareElements('v:[1,"a"]', 'v:[1, "a"]')).toBe(0);
  });
});
