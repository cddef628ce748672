import fc from 'fast-check';
import { Quantity, canonicalQuantity } from './quantity.js';
import { canonicalPlainQuantity } from './quantity-syntax.js';

const SUFFIXES = [
  'n',
  'u',
  'm',
  '',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-3',
  'e10',
];

describe('canonicalQuantity()', () => {
  it.each<[string | number | null, string]>([
    ['1000m', '1'],
    ['0.5', '500m'],
    [0.5, '500m'],
    ['1.5Gi', '1536Mi'],
    ['1024Mi', '1Gi'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1023', '1023'],
    ['0.1Ki', '102400m'],
    ['0.5Ki', '512'],
    ['0', '0'],
    ['0Gi', '0'],
    ['-0', '0'],
    [null, '0'],
    ['+1', '1'],
    ['-1.5', '-1500m'],
    ['-2048Ki', '-2Mi'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['12e5', '1200e3'],
    ['1e-3', '1e-3'],
    ['1E', '1E'],
    ['1.', '1'],
    ['.5', '500m'],
    ['1e-12', '1e-9'],
    ['0.0000000001', '1n'],
    ['-0.0000000001', '-1n'],
    ['1.0000000001', '1000000001n'],
    ['1Ki', '1Ki'],
    ['100Ei', '9223372036854775807'],
    ['1000E', '1000E'],
    [1e21, '1e21'],
  ])('writes %p as %p', (input, canonical) => {
    expect(canonicalQuantity(input)).toBe(canonical);
  });

  it.each([
    ['', 'quantities must match the regular expression'],
    ['abc', 'quantities must match the regular expression'],
    ['1 Gi', 'quantities must match the regular expression'],
    ['1.2.3', 'quantities must match the regular expression'],
    ['1Mi1x', 'quantities must match the regular expression'],
    ['1K', "unable to parse quantity's suffix"],
    ['1mm', "unable to parse quantity's suffix"],
    ['1e999999999', "unable to parse quantity's suffix"],
  ])('refuses %p', (text, message) => {
    expect(() => canonicalQuantity(text)).toThrow(message);
  });

  it('is idempotent and keeps the amount', () => {
    const number = fc.tuple(fc.constantFrom('', '-'), fc.integer({ min: 0, max: 1e9 }), fc.option(fc.nat(1e6)));
    fc.assert(
      fc.property(number, fc.constantFrom(...SUFFIXES), ([sign, whole, fraction], suffix) => {
        const parsed = Quantity.parse(`${sign}${whole}${fraction === null ? '' : `.${fraction}`}${suffix}`);
        const again = Quantity.parse(parsed.toString());
        expect(again.equals(parsed)).toBe(true);
        expect(again.toString()).toBe(parsed.toString());
      }),
    );
  });

  it('has a short cut that agrees with the long way', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.constantFrom(...SUFFIXES), (number, suffix) => {
        const text = `${number}${suffix}`;
        expect(canonicalPlainQuantity(text) ?? Quantity.parse(text).toString()).toBe(Quantity.parse(text).toString());
      }),
    );
  });
});

describe('Quantity', () => {
  it('rounds up', () => {
    expect(Quantity.parse('1500m').value()).toBe(2n);
    expect(Quantity.parse('-1500m').value()).toBe(-2n);
    expect(Quantity.parse('1500u').milliValue()).toBe(2n);
    expect(Quantity.parse('2Ki').milliValue()).toBe(2048000n);
  });

  it('adds and subtracts, keeping the format of what is not zero', () => {
    expect(Quantity.parse('1Gi').add(Quantity.parse('512Mi')).toString()).toBe('1536Mi');
    expect(Quantity.zero.add(Quantity.parse('2Ki')).toString()).toBe('2Ki');
    expect(Quantity.parse('1').subtract(Quantity.parse('250m')).toString()).toBe('750m');
    expect(Quantity.parse('1').subtract(Quantity.parse('1')).sign).toBe(0);
  });

  it('compares across formats', () => {
    expect(Quantity.parse('1Ki').compare(Quantity.parse('1k'))).toBe(1);
    expect(Quantity.parse('1e3').equals(Quantity.parse('1000000m'))).toBe(true);
    expect(Quantity.parse('2.5').toNumber()).toBe(2.5);
  });
});
