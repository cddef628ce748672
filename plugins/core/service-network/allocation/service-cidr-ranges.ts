import { type ApiObject, type Stores } from '../../../../src/plugin-api/index.js';
import {
  type RangeAllocations,
  type ResourceChange,
  type Stop,
  parseCidr,
} from '../../../../src/plugin-api/built-in.js';
import { AddressRange } from './address-range.js';

/** A ServiceCIDR, as far as it is read here; the kind belongs to networking.k8s.io. */
interface RangeObject extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** No realistic list of ranges is larger than this. */
const MAX_RANGES = 1000;

/**
 * Adds the ranges of ServiceCIDRs to those a cluster begins with, once they are ready, and closes those that are going
 * (gate `MultiCIDRServiceAllocator`).
 */
export class ServiceCidrRanges {
  private readonly cidrs = new Map<string, RangeObject>();

  /** `ranges`: the list they are added to, after those of the cluster; `onAdded` is called for each. */
  constructor(
    private readonly ranges: AddressRange[],
    private readonly allocations: RangeAllocations,
    private readonly onAdded: () => void,
  ) {}

  /** Follows the objects until stopped. */
  follow(stores: Stores): Stop {
    return stores.of<RangeObject>('networking.k8s.io', 'servicecidrs').watch(
      (change) => this.note(change),
      () => this.apply(),
    );
  }

  private note({ type, key, object }: ResourceChange<RangeObject>): void {
    if (type === 'DELETED') this.cidrs.delete(key);
    else if (this.cidrs.has(key) || this.cidrs.size < MAX_RANGES) this.cidrs.set(key, object);
    this.apply();
  }

  private apply(): void {
    const states = [...this.cidrs.values()].flatMap((object) =>
      (object.spec?.cidrs ?? []).map((cidr) => [cidr, isOpen(object)] as const),
    );
    // One that is ready keeps a range open, whatever becomes of others with it.
    const open = new Set(states.filter(([, isReady]) => isReady).map(([cidr]) => cidr));
    for (const cidr of open) this.add(cidr);
    const known = new Set(states.map(([cidr]) => cidr));
    for (const range of this.ranges) range.isClosed = known.has(range.text) && !open.has(range.text);
  }

  private add(cidr: string): void {
    if (this.ranges.some(({ text }) => text === cidr) || !parseCidr(cidr)) return;
    const name = `servicecidr-${cidr.replaceAll(/[./:]/g, '-')}`;
    this.ranges.push(new AddressRange(cidr, name, this.allocations));
    this.onAdded();
  }
}

function isOpen({ metadata, status }: RangeObject): boolean {
  const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return metadata.deletionTimestamp === undefined && Boolean(isReady);
}
