import { noteGivenQuantity } from './given-values.js';
import { goQuantity, goResourceList, goUnstructured } from './go-syntax.js';
import { MAX_SHOWN_VALUE } from './limits.js';

const shown = (value: number | bigint, scale: number, format: string, cached = ''): string =>
  `resource.Quantity{i:resource.int64Amount{value:${value}, scale:${scale}}, ` +
  `d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${cached}", Format:"${format}"}`;

describe('goQuantity()', () => {
  it.each<[string | number | null, number | bigint, number, string, string]>([
    ['1', 1, 0, 'DecimalSI', '1'],
    [3, 3, 0, 'DecimalSI', '3'],
    [' 500m ', 500, -3, 'DecimalSI', '500m'],
    ['1500m', 1500, -3, 'DecimalSI', '1500m'],
    ['1000m', 1000, -3, 'DecimalSI', ''],
    ['1.5', 15, -1, 'DecimalSI', ''],
    ['1.500', 1500, -3, 'DecimalSI', '1.500'],
    ['0.500', 500, -3, 'DecimalSI', '0.500'],
    ['0.050', 50, -3, 'DecimalSI', ''],
    ['007', 7, 0, 'DecimalSI', '007'],
    ['-1', -1, 0, 'DecimalSI', '-1'],
    ['2k', 2, 3, 'DecimalSI', '2k'],
    ['2e3', 2, 3, 'DecimalExponent', '2e3'],
    ['2e4', 2, 4, 'DecimalExponent', ''],
    ['100000000000000001', 100000000000000001n, 0, 'DecimalSI', '100000000000000001'],
    ['1000000000000000001', 1000000000000000001n, 0, 'DecimalSI', ''],
    ['1Mi', 1048576, 0, 'BinarySI', '1Mi'],
    ['8Ki', 8192, 0, 'BinarySI', ''],
    ['0.1m', 1, -3, 'DecimalSI', ''],
    ['1u', 1, -3, 'DecimalSI', ''],
    ['-1.0001', -1001, -3, 'DecimalSI', ''],
    ['1m', 1, -3, 'DecimalSI', '1m'],
    ['0', 0, 0, 'DecimalSI', '0'],
    ['00', 0, 0, 'DecimalSI', ''],
    ['0m', 0, -3, 'DecimalSI', ''],
    [null, 0, 0, '', ''],
  ])('shows %j as it was written, but for what is finer than a thousandth', (given, value, scale, format, kept) => {
    expect(goQuantity(given).text).toBe(shown(value, scale, format, kept));
  });

  it('shows the text that Go keeps beside the number once it was asked for', () => {
    expect(goQuantity('0.5', { asked: '500m' }).text).toBe(shown(5, -1, 'DecimalSI', '500m'));
  });
});

describe('goQuantity() of an exact quantity', () => {
  it.each<[string, number, number, string]>([
    ['1u', 1, -6, '1u'],
    ['-0.1m', -1, -4, ''],
    ['1000n', 1000, -9, ''],
    ['1500n', 1500, -9, '1500n'],
  ])('shows %j unrounded', (given, value, scale, kept) => {
    expect(goQuantity(given, { isExact: true }).text).toBe(shown(value, scale, 'DecimalSI', kept));
  });
});

describe('goResourceList()', () => {
  it('distinguishes nil from an empty list', () => {
    expect([goResourceList(undefined).text, goResourceList({}).text]).toEqual([
      'core.ResourceList(nil)',
      'core.ResourceList{}',
    ]);
  });

  it('shows amounts by name, as they were written', () => {
    const amounts = { storage: '1', cpu: '1500m' };
    noteGivenQuantity(amounts, 'cpu', '1.5');
    expect(goResourceList(amounts).text).toBe(
      `core.ResourceList{"cpu":${shown(15, -1, 'DecimalSI')}, "storage":${shown(1, 0, 'DecimalSI', '1')}}`,
    );
  });
});

describe('goUnstructured()', () => {
  it('writes as much of a value as errors show, however deep it is', () => {
    let value: unknown = 1;
    for (let i = 0; i < 20_000; i++) value = [value];
    const { text } = goUnstructured(value);
    expect(text.slice(0, MAX_SHOWN_VALUE)).toBe('[]interface {}{'.repeat(MAX_SHOWN_VALUE).slice(0, MAX_SHOWN_VALUE));
  });
});
