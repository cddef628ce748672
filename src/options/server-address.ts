import { networkInterfaces } from 'node:os';
import type { ServingOptions } from './option-groups.js';

/** Where others in the cluster reach the server. Made before it listens, complete when start hooks run. */
export class ServerAddress {
  /** The port it listens on; 0 until it does. */
  port = 0;

  constructor(private readonly serving: ServingOptions) {}

  /** The URL by which programs on this machine reach it. */
  get localUrl(): string {
    const { bindAddress } = this.serving;
    const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
    return `https://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** `--advertise-address`, else the address it listens on; undefined when only this machine reaches that. */
  get host(): string | undefined {
    const { advertiseAddress, bindAddress } = this.serving;
    if (advertiseAddress !== '') return advertiseAddress;
    if (bindAddress === '0.0.0.0' || bindAddress === '::') return outwardAddress(bindAddress === '::');
    return isLoopback(bindAddress) ? undefined : bindAddress;
  }
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

/** The first address of this machine that others may know; IPv4 where there is one. */
function outwardAddress(withIpv6: boolean): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outward = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const found = outward.find(({ family }) => family === 'IPv4') ?? (withIpv6 ? outward[0] : undefined);
  return found?.address;
}
