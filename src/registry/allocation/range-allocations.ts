import { shapeOf } from '../../schema/index.js';
import type { Storage, ValueTransformers } from '../../storage/index.js';
import type { AllocationCounts } from './allocation-counts.js';
import { RangeAllocation } from './range-allocation.v1.js';
import { RangeAllocator } from './range-allocator.js';
import type { NumberRange } from './stored-range.js';

/**
 * Opens the ranges that numbers are given out of once in a cluster. The port for plugins, and its injection token.
 *
 * @internal
 * @example
 * const openPorts = (ranges: RangeAllocations) => ranges.open({ name: 'berthnumbers', range: '1-100', size: 100 });
 */
export abstract class RangeAllocations {
  /** Opens a range; nothing is read yet. A range is opened once in a process. */
  abstract open(range: NumberRange): RangeAllocator;
}

/** The stored ranges, of a kind that is not served. */
export const RANGE_VALUES = {
  group: '',
  resource: 'rangeallocations',
  gvk: { group: '', version: 'v1', kind: 'RangeAllocation' },
  shape: shapeOf(RangeAllocation),
};

/** Ranges that are kept in the store, one object each, as the reference keeps them. */
export class StoredRangeAllocations extends RangeAllocations {
  private readonly opened = new Map<string, RangeAllocator>();

  constructor(
    private readonly storage: Storage,
    private readonly transformers: ValueTransformers,
    private readonly counts?: AllocationCounts,
  ) {
    super();
  }

  open(range: NumberRange): RangeAllocator {
    const transformer = this.transformers.of(RANGE_VALUES);
    const allocator = new RangeAllocator(range, { storage: this.storage, transformer }, this.counts);
    this.opened.set(range.name, allocator);
    return allocator;
  }

  /** Returns the open ranges by name. */
  ranges(): ReadonlyMap<string, Pick<RangeAllocator, 'free' | 'range' | 'size'>> {
    return this.opened;
  }
}
