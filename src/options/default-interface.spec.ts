import type { NetworkInterfaceInfo } from 'node:os';
import { hostAddress } from './default-interface.js';

const address = (text: string, internal = false): NetworkInterfaceInfo =>
  ({ address: text, family: text.includes(':') ? 'IPv6' : 'IPv4', internal }) as NetworkInterfaceInfo;

const HEAD = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n';
const ROUTE = (name: string): string => `${name}\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n`;
const ZERO = '0'.repeat(32);
const ROUTE6 = (name: string): string =>
  `${ZERO} 00 ${ZERO} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003 ${name}\n`;

const interfaces = {
  lo: [address('127.0.0.1', true)],
  docker0: [address('172.17.0.1')],
  eth0: [address('169.254.1.1'), address('192.0.2.2'), address('fe80::1'), address('2001:db8::2')],
};

describe('hostAddress()', () => {
  it.each<[string, string, string, string | undefined]>([
    ['the interface of the default route', HEAD + ROUTE('eth0'), '', '192.0.2.2'],
    ['IPv6 where only that has a route', HEAD, ROUTE6('eth0'), '2001:db8::2'],
    ['IPv4 before IPv6', HEAD + ROUTE('docker0'), ROUTE6('eth0'), '172.17.0.1'],
    ['the first address without routes', '', '', '172.17.0.1'],
    ['the first address where the interface has gone', HEAD + ROUTE('eth9'), '', '172.17.0.1'],
  ])('takes %s', (_what, routes, routes6, expected) => {
    expect(hostAddress({ routes, routes6, interfaces })).toBe(expected);
  });

  it('has none on a machine without a network', () => {
    expect(hostAddress({ routes: '', routes6: '', interfaces: { lo: interfaces.lo } })).toBeUndefined();
  });
});
