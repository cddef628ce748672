import { readFileSync } from 'node:fs';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The network of this machine: the kernel's routing tables and the addresses of its interfaces. */
export interface HostNetwork {
  /** Text of `/proc/net/route`; empty if there is none. */
  readonly routes: string;
  /** Text of `/proc/net/ipv6_route`; empty if there is none. */
  readonly routes6: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/** Reads the network configuration of the host again. */
export function readHostNetwork(): HostNetwork {
  return {
    routes: readOrNothing('/proc/net/route'),
    routes6: readOrNothing('/proc/net/ipv6_route'),
    interfaces: networkInterfaces(),
  };
}

/**
 * Returns the address others in the cluster can reach this machine at: that of the interface of the default route,
 * IPv4 before IPv6 (upstream: net.ChooseHostInterface). Where no route is known, the first address that is not
 * internal; undefined without one.
 */
export function hostAddress({ routes, routes6, interfaces }: HostNetwork): string | undefined {
  const byRoute = [
    ...defaultInterfaces(routes).map((name) => addressOf(interfaces[name], 'IPv4')),
    ...defaultInterfaces6(routes6).map((name) => addressOf(interfaces[name], 'IPv6')),
  ];
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return byRoute.find((address) => address !== undefined) ?? addressOf(all, 'IPv4') ?? addressOf(all, 'IPv6');
}

/** The names of the interfaces with a default route that leads through a gateway. */
function defaultInterfaces(routes: string): string[] {
  return rowsOf(routes).flatMap(([name, destination, , flags]) =>
    destination === '00000000' && isGateway(flags) ? [name] : [],
  );
}

function defaultInterfaces6(routes: string): string[] {
  return rowsOf(routes).flatMap(([destination, prefix, , , , , , , flags, name]) =>
    /^0+$/.test(destination) && prefix === '00' && isGateway(flags) ? [name] : [],
  );
}

function rowsOf(table: string): string[][] {
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row.length >= 10);
}

/** Up, and through a gateway (linux/route.h). */
function isGateway(flags: string): boolean {
  return (Number.parseInt(flags, 16) & 3) === 3;
}

function addressOf(addresses: readonly NetworkInterfaceInfo[] = [], family: 'IPv4' | 'IPv6'): string | undefined {
  return addresses.find((each) => each.family === family && !each.internal && !isLinkLocal(each.address))?.address;
}

function isLinkLocal(address: string): boolean {
  return address.startsWith('fe80:') || address.startsWith('169.254.');
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
