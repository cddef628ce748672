import { endpointsColumns } from './endpoints.columns.js';
import type { EndpointSubset, Endpoints } from './endpoints.v1.js';

/** The cell that shows the endpoints of subsets. */
function shown(...subsets: readonly Partial<EndpointSubset>[]): unknown {
  const column = endpointsColumns.find(({ name }) => name === 'Endpoints')!;
  return column.cell({ metadata: {}, subsets } as unknown as Endpoints, 0);
}

const addresses = (...ips: string[]): { ip: string }[] => ips.map((ip) => ({ ip }));
const ports = (...numbers: number[]): { port: number }[] => numbers.map((port) => ({ port }));

describe('endpointsColumns', () => {
  it.each<[string, readonly Partial<EndpointSubset>[], string]>([
    ['nothing', [], '<none>'],
    ['a subset without addresses', [{ ports: ports(1) }], ''],
    ['addresses without ports', [{ addresses: addresses('10.0.0.1', 'fd00::1') }], '10.0.0.1,fd00::1'],
    [
      'an address of each family',
      [{ addresses: addresses('10.0.0.1', 'fd00::1'), ports: ports(80) }],
      '10.0.0.1:80,[fd00::1]:80',
    ],
    [
      'the addresses of one port after those of another',
      [{ addresses: addresses('10.0.0.1', '10.0.0.2'), ports: ports(1, 2) }],
      '10.0.0.1:1,10.0.0.2:1,10.0.0.1:2 + 1 more...',
    ],
    [
      'several subsets',
      [{ addresses: addresses('10.0.0.1'), ports: ports(1, 2) }, { addresses: addresses('10.0.0.2', '10.0.0.3') }],
      '10.0.0.1:1,10.0.0.1:2,10.0.0.2 + 1 more...',
    ],
  ])('shows %s', (_name, subsets, expected) => {
    expect(shown(...subsets)).toBe(expected);
  });

  it('counts what it does not show', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => i + 1);
    const subset = { addresses: addresses(...many.map((i) => `10.0.${i >> 8}.${i & 255}`)), ports: ports(...many) };
    expect(shown(subset)).toBe('10.0.0.1:1,10.0.0.2:1,10.0.0.3:1 + 399999997 more...');
  });
});
