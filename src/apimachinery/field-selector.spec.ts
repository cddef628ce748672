import fc from 'fast-check';
import { escapeFieldValue, FieldSelector } from './field-selector.js';

describe('FieldSelector', () => {
  it.each([
    ['spec.color', "invalid selector: 'spec.color'; can't understand 'spec.color'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=b\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('refuses %p', (text, message) => {
    expect(() => FieldSelector.parse(text)).toThrow(message);
  });

  it('reads, sorts and writes terms', () => {
    expect(FieldSelector.parse('c!=d,a==b,,e=').toString()).toBe('a=b,c!=d,e=');
  });

  it('matches, with a missing field as empty', () => {
    const selector = FieldSelector.parse('a=1,b!=2,c=');
    expect(selector.matches({ a: '1' })).toBe(true);
    expect(selector.matches({ a: '1', b: '2' })).toBe(false);
    expect(selector.requiresExactMatch('a')).toBe('1');
    expect(selector.requiresExactMatch('b')).toBeUndefined();
  });

  it('renames and drops fields', () => {
    const hook = (field: string, value: string) => (field === 'drop' ? undefined : { field: `x.${field}`, value });
    expect(FieldSelector.parse('a!=1,drop=2').transform(hook).toString()).toBe('x.a!=1');
  });

  it('takes any value when it is escaped', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(FieldSelector.parse(`f=${escapeFieldValue(value)}`).requiresExactMatch('f')).toBe(value);
      }),
    );
  });

  it.each([
    ['f=1,f=1', '1', true],
    ['f=1,f=2', '1', false],
    ['f!=1,f!=2', '3', true],
    ['f!=1,f!=2', '2', false],
    ['f=1,f!=1', '1', false],
    ['f=1,f!=2', '1', true],
  ])('joins the conditions %s on one field', (text, value, expected) => {
    expect(FieldSelector.parse(text).matches({ f: value })).toBe(expected);
  });
});
