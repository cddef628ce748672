import { NumberPool, lowerBandOf } from './number-pool.js';

/** Given out first on dry runs, beyond every real range. */
const DRY_RUN_PORT = 32_768;

/** The ports of nodes that services can have. */
export class PortRange {
  private readonly pool: NumberPool;

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    const size = to - from + 1;
    this.pool = new NumberPool(size, lowerBandOf(size, { step: 32, max: 128 }));
  }

  /** Tells whether a port is taken. */
  has(port: number): boolean {
    return this.contains(port) && this.pool.has(port - this.from);
  }

  /** Takes a port; answers why that is not possible. */
  take(port: number): string | undefined {
    if (!this.contains(port)) {
      return `provided port is not in the valid range. The range of valid ports is ${this.from}-${this.to}`;
    }
    return this.pool.take(port - this.from) ? undefined : TAKEN;
  }

  /** Takes any free port; undefined when the range is full. */
  takeAny(): number | undefined {
    const offset = this.pool.takeAny();
    return offset === undefined ? undefined : this.from + offset;
  }

  /** Frees a port. */
  free(port: number): void {
    if (this.contains(port)) this.pool.free(port - this.from);
  }

  private contains(port: number): boolean {
    return port >= this.from && port <= this.to;
  }
}

const TAKEN = 'provided port is already allocated';

/** Ports taken for one write: kept on commit, given back on revert. On dry runs nothing is taken. */
export class PortOperation {
  private readonly allocated: number[] = [];
  private readonly released: number[] = [];

  constructor(
    private readonly range: PortRange,
    private readonly dryRun: boolean,
  ) {}

  /** Takes a port; answers why that is not possible. */
  take(port: number): string | undefined {
    const fault = this.dryRun ? this.dryRunFault(port) : this.range.take(port);
    if (fault === undefined) this.allocated.push(port);
    return fault;
  }

  /** Takes any port; undefined when the range is full. */
  takeAny(): number | undefined {
    const port = this.dryRun ? Math.max(DRY_RUN_PORT - 1, ...this.allocated) + 1 : this.range.takeAny();
    if (port !== undefined) this.allocated.push(port);
    return port;
  }

  /** Gives a port back once the write is done. */
  release(port: number): void {
    this.released.push(port);
  }

  commit(): void {
    if (!this.dryRun) for (const port of this.released) this.range.free(port);
  }

  revert(): void {
    if (!this.dryRun) for (const port of this.allocated) this.range.free(port);
  }

  private dryRunFault(port: number): string | undefined {
    return this.range.has(port) || this.allocated.includes(port) ? TAKEN : undefined;
  }
}
