import type { NumberChanges } from './number-changes.js';
import { PORT_TAKEN, type PortRange } from './port-range.js';

/** Given out first on dry runs, beyond every real range. */
const DRY_RUN_PORT = 32_769;

/** The ports that one write takes and frees. On dry runs nothing is taken. */
export class PortOperation {
  private readonly allocated: number[] = [];

  constructor(
    private readonly range: PortRange,
    private readonly changes: NumberChanges,
    private readonly dryRun: boolean,
  ) {}

  /** Takes a port; returns why that is not possible. */
  take(port: number): string | undefined {
    const fault = this.dryRun ? this.dryRunFault(port) : this.range.reserve(port);
    if (!this.dryRun) this.changes.attempted(this.range.numbers, 'static', fault === undefined);
    if (fault === undefined) this.note(port);
    return fault;
  }

  /** Takes any port; undefined when the range is full. */
  takeAny(): number | undefined {
    const port = this.dryRun ? this.nextPretended() : this.range.reserveAny();
    if (!this.dryRun) this.changes.attempted(this.range.numbers, 'dynamic', port !== undefined);
    if (port !== undefined) this.note(port);
    return port;
  }

  /** Releases a port once the write is done. */
  release(port: number): void {
    const number = this.range.numberOf(port);
    if (number !== undefined && !this.dryRun) this.changes.free(this.range.numbers, number);
  }

  private nextPretended(): number {
    if (this.allocated.length === 0) return DRY_RUN_PORT;
    return this.allocated.reduce((highest, port) => Math.max(highest, port), 0) + 1;
  }

  private note(port: number): void {
    this.allocated.push(port);
    if (!this.dryRun) this.changes.take(this.range.numbers, this.range.numberOf(port)!);
  }

  private dryRunFault(port: number): string | undefined {
    return this.range.has(port) || this.allocated.includes(port) ? PORT_TAKEN : undefined;
  }
}
