/** The estimated work of a request. */
export interface WorkEstimate {
  /** Seats while it executes. */
  readonly initialSeats: number;
  /** Seats that it keeps for some time after its answer, for events that follow from it. */
  readonly finalSeats: number;
  /** How long it keeps them, in milliseconds. */
  readonly additionalLatency: number;
}

/** Assumed time of execution, in milliseconds; corrected when the request ends. */
export const ASSUMED_MS = 3;

const MS_IN_SECOND = 1000;

/** Returns work in seat-seconds, from seats and milliseconds. */
export function seatSeconds(seats: number, milliseconds: number): number {
  return (seats * milliseconds) / MS_IN_SECOND;
}

/** Returns the most seats of an estimate; they are reserved for both phases. */
export function maxSeatsOf({ initialSeats, finalSeats }: WorkEstimate): number {
  return Math.max(initialSeats, finalSeats);
}

/** Returns the whole work of an estimate, in seat-seconds. */
export function workOf({ initialSeats, finalSeats, additionalLatency }: WorkEstimate): number {
  return seatSeconds(initialSeats, ASSUMED_MS) + seatSeconds(finalSeats, additionalLatency);
}
