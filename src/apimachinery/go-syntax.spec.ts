import { noteGivenQuantity } from './given.js';
import { goQuantity, goResourceList } from './go-syntax.js';

const shown = (value: number, scale: number, format: string, cached = ''): string =>
  `resource.Quantity{i:resource.int64Amount{value:${value}, scale:${scale}}, ` +
  `d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${cached}", Format:"${format}"}`;

describe('goQuantity()', () => {
  it.each<[string | number | null, number, number, string]>([
    ['1', 1, 0, 'DecimalSI'],
    [3, 3, 0, 'DecimalSI'],
    ['1500m', 1500, -3, 'DecimalSI'],
    ['1.5', 15, -1, 'DecimalSI'],
    ['-1', -1, 0, 'DecimalSI'],
    ['2k', 2, 3, 'DecimalSI'],
    ['2e3', 2, 3, 'DecimalExponent'],
    ['1Mi', 1048576, 0, 'BinarySI'],
    ['0.1m', 1, -3, 'DecimalSI'],
    ['1u', 1, -3, 'DecimalSI'],
    ['-1.0001', -1001, -3, 'DecimalSI'],
    ['0', 0, 0, 'DecimalSI'],
    [null, 0, 0, ''],
  ])('shows %j as it was written, but for what is finer than a thousandth', (given, value, scale, format) => {
    expect(goQuantity(given).text).toBe(shown(value, scale, format));
  });

  it('shows the text that Go keeps beside the number', () => {
    expect(goQuantity('10m', '10m').text).toBe(shown(10, -3, 'DecimalSI', '10m'));
  });
});

describe('goResourceList()', () => {
  it('tells no list from an empty one', () => {
    expect([goResourceList(undefined).text, goResourceList({}).text]).toEqual([
      'core.ResourceList(nil)',
      'core.ResourceList{}',
    ]);
  });

  it('shows amounts by name, as they were written', () => {
    const amounts = { storage: '1', cpu: '1500m' };
    noteGivenQuantity(amounts, 'cpu', '1.5');
    expect(goResourceList(amounts).text).toBe(
      `core.ResourceList{"cpu":${shown(15, -1, 'DecimalSI')}, "storage":${shown(1, 0, 'DecimalSI')}}`,
    );
  });
});
