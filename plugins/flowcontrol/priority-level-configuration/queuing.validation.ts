import { invalid, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import type { QueuingConfiguration } from './priority-level-configuration.v1.js';

const MAX_QUEUES = 10_000_000;
/** Flows are dealt their queues by a hash of so many bits. */
const HASH_BITS = 60;

/** Checks the queues of a level: there are some, and a hash is enough to deal hands of them. */
export function validateQueuing(
  { queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const check = (member: string, value: number, fault: string | undefined): void => {
    if (fault !== undefined) errors.push(invalid(path.child(member), value, fault));
  };
  check('queueLengthLimit', queueLengthLimit, positiveFault(queueLengthLimit));
  check('queues', queues, positiveFault(queues) ?? tooManyFault(queues));
  check('handSize', handSize, positiveFault(handSize) ?? handFault(queues, handSize));
  return errors;
}

function positiveFault(value: number): string | undefined {
  return value > 0 ? undefined : 'must be positive';
}

function tooManyFault(queues: number): string | undefined {
  return queues > MAX_QUEUES ? `must not be greater than ${MAX_QUEUES}` : undefined;
}

function handFault(queues: number, handSize: number): string | undefined {
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= HASH_BITS) return undefined;
  const what = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
  return `${what} should not be greater than ${HASH_BITS}`;
}
