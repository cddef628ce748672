import type { RangeAllocations, RangeAllocator } from '../../../../src/plugin-api/built-in.js';
import { drawNumber, lowerBandOf } from './draw-number.js';

/** The ports of nodes that services can have. Faults are texts for field errors. */
export class PortRange {
  /** Allocates the ports by their distance from the first one. */
  readonly numbers: RangeAllocator;
  private readonly lowerBand: number;

  /** Takes the first and the last port. */
  constructor(
    private readonly from: number,
    private readonly to: number,
    allocations: RangeAllocations,
  ) {
    const size = to - from + 1;
    this.numbers = allocations.open({ name: 'servicenodeports', range: `${from}-${to}`, size });
    this.lowerBand = lowerBandOf(size, { step: 32, max: 128 });
  }

  /** Reports whether a port is taken. */
  has(port: number): boolean {
    const number = this.numberOf(port);
    return number !== undefined && this.numbers.has(number);
  }

  /** Reserves a port; returns why that is not possible. */
  reserve(port: number): string | undefined {
    const number = this.numberOf(port);
    if (number === undefined) {
      return `provided port is not in the valid range. The range of valid ports is ${this.from}-${this.to}`;
    }
    return this.numbers.reserve(number) ? undefined : PORT_TAKEN;
  }

  /** Reserves any free port; undefined when the range is full. */
  reserveAny(): number | undefined {
    const number = drawNumber(this.numbers, this.lowerBand);
    return number === undefined ? undefined : this.from + number;
  }

  /** Returns the number of a port; undefined when it is out of range. */
  numberOf(port: number): number | undefined {
    return port >= this.from && port <= this.to ? port - this.from : undefined;
  }
}

/** The fault of a port that another service has. */
export const PORT_TAKEN = 'provided port is already allocated';
