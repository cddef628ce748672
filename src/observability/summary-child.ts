import { type QuantileObjective, QuantileStream } from './quantile-stream.js';

/** The form of a summary. */
export interface SummaryForm {
  readonly objectives: readonly QuantileObjective[];
  /** How long an observation counts for quantiles, in seconds. */
  readonly maxAge: number;
}

/** Windows that begin one after another; the oldest one answers (client_golang: DefAgeBuckets). */
const WINDOWS = 5;
/** Observations that are sorted and added at once. */
const BUFFERED = 500;

/** Quantiles of the observations of the last hours, and the sum and number of all. */
export class SummaryChild {
  sum = 0;
  count = 0;
  private readonly windows: QuantileStream[];
  private readonly buffer = new Float64Array(BUFFERED);
  private buffered = 0;
  private oldest = 0;
  private readonly stepMs: number;
  private endsAt: number;

  constructor(
    private readonly form: SummaryForm,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.windows = Array.from({ length: WINDOWS }, () => new QuantileStream(form.objectives));
    this.stepMs = (form.maxAge * 1000) / WINDOWS;
    this.endsAt = now() + this.stepMs;
  }

  observe(value: number): void {
    this.sum += value;
    this.count++;
    if (this.buffered === BUFFERED || this.now() >= this.endsAt) this.settle();
    this.buffer[this.buffered++] = value;
  }

  /** Returns the values of the objectives' quantiles, in their order; NaN where nothing was observed for so long. */
  quantiles(): number[] {
    this.settle();
    return this.form.objectives.map(({ quantile }) => this.windows[this.oldest].query(quantile));
  }

  /** Resets to zero; holders of the child continue with it. */
  clear(): void {
    this.sum = this.count = this.buffered = 0;
    for (const window of this.windows) window.clear();
  }

  /** Adds what is buffered to all windows, and begins those again whose time is over. */
  private settle(): void {
    const sorted = this.buffer.slice(0, this.buffered).sort();
    this.buffered = 0;
    if (sorted.length > 0) for (const window of this.windows) window.add(sorted);
    const now = this.now();
    for (let turns = 0; now >= this.endsAt && turns < WINDOWS; turns++) {
      this.windows[this.oldest].clear();
      this.oldest = (this.oldest + 1) % WINDOWS;
      this.endsAt += this.stepMs;
    }
    if (now >= this.endsAt) this.endsAt = now + this.stepMs;
  }
}
