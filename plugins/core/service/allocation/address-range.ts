import {
  type Cidr,
  addressInCidr,
  cidrContains,
  formatIp,
  parseCidr,
  parseIp,
} from '../../../../src/plugin-api/index.js';
import { NumberPool, lowerBandOf } from './number-pool.js';

/** Larger ranges are not given out whole; no cluster has that many services. */
const MAX_ADDRESSES = 65_536;

/** The cluster addresses of one family. Faults are texts for field errors. */
export class AddressRange {
  readonly family: 'IPv4' | 'IPv6';
  private readonly cidr: Cidr;
  private readonly pool: NumberPool;

  /** Takes a network in CIDR form; it has been checked with the options. */
  constructor(private readonly text: string) {
    this.cidr = parseCidr(text)!;
    this.family = this.cidr.address.family === 4 ? 'IPv4' : 'IPv6';
    const hostBits = (this.family === 'IPv4' ? 32 : 128) - this.cidr.prefixLength;
    const total = Number(2n ** BigInt(Math.min(hostBits, 40)));
    // Neither the network's own address nor the broadcast address of IPv4 is given out.
    const usable = this.family === 'IPv4' ? total - 2 : Math.min(total, MAX_ADDRESSES) - 1;
    this.pool = new NumberPool(Math.max(usable, 0), lowerBandOf(total, { step: 16, max: 256 }));
  }

  /** The first address of the network, which stands for any address on dry runs. */
  get networkAddress(): string {
    return formatIp(addressInCidr(this.cidr, 0n));
  }

  /** Why an address cannot be used at all; undefined when it is in range. */
  rangeFault(ip: string): string | undefined {
    if (this.offsetOf(ip) !== undefined) return undefined;
    const address = parseIp(ip);
    const shown = address ? formatIp(address) : ip;
    return `the provided IP (${shown}) is not in the valid range. The range of valid IPs is ${this.text}`;
  }

  /** Takes an address; answers why that is not possible. */
  take(ip: string): string | undefined {
    const fault = this.rangeFault(ip);
    if (fault !== undefined) return fault;
    return this.pool.take(this.offsetOf(ip)!) ? undefined : 'provided IP is already allocated';
  }

  /** Takes any free address; undefined when the range is full. */
  takeAny(): string | undefined {
    const offset = this.pool.takeAny();
    return offset === undefined ? undefined : formatIp(addressInCidr(this.cidr, BigInt(offset + 1)));
  }

  /** Frees an address. */
  free(ip: string): void {
    const offset = this.offsetOf(ip);
    if (offset !== undefined) this.pool.free(offset);
  }

  private offsetOf(ip: string): number | undefined {
    const address = parseIp(ip);
    if (!address || !cidrContains(this.cidr, address)) return undefined;
    const offset = address.bits - addressInCidr(this.cidr, 0n).bits - 1n;
    return offset >= 0n && offset < BigInt(this.pool.size) ? Number(offset) : undefined;
  }
}
