import type { Replicas } from './replicas.js';
import { type RoundLimits, runRound } from './round.js';

/** More of them take longer: `CONSISTENCY_ROUNDS=200`. */
export const ROUNDS = Number(process.env.CONSISTENCY_ROUNDS ?? 5);
/** The time that a round may take at most, in milliseconds. */
export const ROUND_MS = 90_000;

/** The fault of a round without one. */
export const nothing = async (): Promise<void> => {};

/** Runs the rounds, one fault after another; every history has to be linearizable. */
export async function checkRounds(
  replicas: Replicas,
  faults: readonly (() => Promise<void>)[],
  limits?: RoundLimits,
): Promise<void> {
  const prefix = `r${Date.now().toString(36)}`;
  let [acknowledged, reads] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await runRound(replicas, {
      label: `${prefix}-${round}`,
      fail: faults[round % faults.length]!,
      ...limits,
    });
    expect({ round, violations: result.violations.slice(0, 5) }).toEqual({ round, violations: [] });
    acknowledged += result.acknowledged;
    reads += result.reads;
  }
  // A round in which nothing succeeded would prove nothing.
  expect([acknowledged > 20 * ROUNDS, reads > 20 * ROUNDS]).toEqual([true, true]);
}
