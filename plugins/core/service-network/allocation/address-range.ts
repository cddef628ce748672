import {
  type Cidr,
  type RangeAllocations,
  type RangeAllocator,
  addressInCidr,
  cidrContains,
  formatIp,
  parseCidr,
  parseIp,
} from '../../../../src/plugin-api/built-in.js';
import { drawNumber, lowerBandOf } from './draw-number.js';

/** Larger ranges are not given out whole; no cluster has that many services. */
const MAX_ADDRESSES = 65_536;

/** The cluster addresses of one family. Faults are texts for field errors. */
export class AddressRange {
  readonly family: 'IPv4' | 'IPv6';
  /** True if nothing is given out of it any more; what is taken still is. */
  isClosed = false;
  /** Allocates the addresses by their distance from the first one. */
  readonly numbers: RangeAllocator;
  private readonly cidr: Cidr;
  private readonly lowerBand: number;

  /** Takes a network in CIDR form, which has been checked with the options, and the name its allocations have. */
  constructor(
    readonly text: string,
    name: string,
    allocations: RangeAllocations,
  ) {
    this.cidr = parseCidr(text)!;
    this.family = this.cidr.address.family === 4 ? 'IPv4' : 'IPv6';
    const hostBits = (this.family === 'IPv4' ? 32 : 128) - this.cidr.prefixLength;
    const total = Number(2n ** BigInt(Math.min(hostBits, 40)));
    // Neither the network's own address nor the broadcast address of IPv4 is given out.
    const usable = this.family === 'IPv4' ? total - 2 : Math.min(total, MAX_ADDRESSES) - 1;
    this.numbers = allocations.open({ name, range: text, size: Math.max(usable, 0) });
    this.lowerBand = lowerBandOf(total, { step: 16, max: 256 });
  }

  /** The first address of the network, which stands for any address on dry runs. */
  get networkAddress(): string {
    return formatIp(addressInCidr(this.cidr, 0n));
  }

  /** Returns why an address cannot be used at all; undefined if it is in range. */
  rangeFault(ip: string): string | undefined {
    if (this.numberOf(ip) !== undefined) return undefined;
    const address = parseIp(ip);
    const shown = address ? formatIp(address) : ip;
    return `the provided IP (${shown}) is not in the valid range. The range of valid IPs is ${this.text}`;
  }

  /** Reserves an address; returns why that is not possible. */
  reserve(ip: string): string | undefined {
    const fault = this.rangeFault(ip);
    if (fault !== undefined) return fault;
    return this.numbers.reserve(this.numberOf(ip)!) ? undefined : 'provided IP is already allocated';
  }

  /** Reserves any free address; undefined when the range is full. */
  reserveAny(): string | undefined {
    const number = drawNumber(this.numbers, this.lowerBand);
    return number === undefined ? undefined : formatIp(addressInCidr(this.cidr, BigInt(number + 1)));
  }

  /** Returns the number of an address; undefined when it is out of range. */
  numberOf(ip: string): number | undefined {
    const address = parseIp(ip);
    if (!address || !cidrContains(this.cidr, address)) return undefined;
    const number = address.bits - addressInCidr(this.cidr, 0n).bits - 1n;
    return number >= 0n && number < BigInt(this.numbers.size) ? Number(number) : undefined;
  }
}
