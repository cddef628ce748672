/** The demand of a period: averages over time. */
export interface DemandOfPeriod {
  /** In milliseconds. */
  readonly duration: number;
  readonly average: number;
  /** Standard deviation over time. */
  readonly deviation: number;
  readonly highest: number;
}

/** Share of the former smoothed demand in the next one, where demand falls; its half-life is about five minutes. */
const SMOOTHING = 0.977;

/** Integrates the number of seats in demand over time: the seats of executing and waiting requests. */
export class DemandIntegrator {
  private value = 0;
  private highest = 0;
  private duration = 0;
  private sum = 0;
  private squares = 0;

  /** Starts at a time in milliseconds. */
  constructor(private last: number) {}

  /** Sets the demand from now on. */
  set(value: number, now: number): void {
    this.advance(now);
    this.value = value;
    if (value > this.highest) this.highest = value;
  }

  /** Returns the period since the last call, and starts the next one. */
  next(now: number): DemandOfPeriod {
    this.advance(now);
    const { duration, sum, squares, highest } = this;
    const average = duration > 0 ? sum / duration : 0;
    const variance = duration > 0 ? squares / duration - average * average : 0;
    this.duration = this.sum = this.squares = 0;
    this.highest = this.value;
    return { duration, average, deviation: Math.sqrt(Math.max(variance, 0)), highest };
  }

  private advance(now: number): void {
    const elapsed = now - this.last;
    if (elapsed <= 0) return;
    this.last = now;
    this.duration += elapsed;
    this.sum += this.value * elapsed;
    this.squares += this.value * this.value * elapsed;
  }
}

/** The demand of a level as allocations see it. */
export class SeatDemand {
  highWatermark = 0;
  average = 0;
  deviation = 0;
  /** Follows the average and deviation upwards at once, and downwards slowly. */
  smoothed = 0;

  /** Takes a period in. */
  add({ duration, average, deviation, highest }: DemandOfPeriod): void {
    this.highWatermark = highest;
    if (duration <= 0) return;
    this.average = average;
    this.deviation = deviation;
    const envelope = average + deviation;
    this.smoothed = Math.max(envelope, SMOOTHING * this.smoothed + (1 - SMOOTHING) * envelope);
  }
}
