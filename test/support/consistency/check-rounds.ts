import { appendFileSync } from 'node:fs';
import type { Replicas } from './replicas.js';
import { type RoundLimits, type RoundResult, runRound } from './round.js';
import { COLLECTION } from './workload.js';

/** More of them take longer: `CONSISTENCY_ROUNDS=200`. */
export const ROUNDS = Number(process.env.CONSISTENCY_ROUNDS ?? 5);
/** A file to which a line of JSON is appended for each round. */
const LOG = process.env.CONSISTENCY_LOG;
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
  // A server knows the changes of a collection from its first question on: a watch cannot begin before it there.
  await Promise.all(Array.from({ length: replicas.count }, (_, index) => replicas.client(index).get(COLLECTION)));
  for (let round = 0; round < ROUNDS; round++) {
    const result = await runRound(replicas, {
      label: `${prefix}-${round}`,
      fail: faults[round % faults.length]!,
      ...limits,
    });
    note(round % faults.length, result);
    const { isTelling, violations } = result;
    expect({ round, isTelling, violations: violations.slice(0, 5) }).toEqual({
      round,
      isTelling: true,
      violations: [],
    });
  }
}

function note(fault: number, result: RoundResult): void {
  const suite = expect.getState().currentTestName;
  if (LOG) appendFileSync(LOG, `${JSON.stringify({ time: new Date(), suite, fault, ...result })}\n`);
}
