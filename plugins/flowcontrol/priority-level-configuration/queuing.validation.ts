import { invalid, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { QueuingConfiguration } from './priority-level-configuration.v1.js';

/** Flows are dealt their queues by a hash of so many bits. */
const HASH_BITS = 60;
const checkQueuing = fieldChecker(QueuingConfiguration);

/** Checks the queues of a level: there are some, and a hash is enough to deal hands of them. */
export function validateQueuing(queuing: QueuingConfiguration, path: FieldPath): FieldError[] {
  const { queues = 0, handSize = 0 } = queuing;
  const fault = handSize > 0 ? handFault(queues, handSize) : undefined;
  return [
    ...checkQueuing(queuing, path, 'queueLengthLimit', 'queues', 'handSize'),
    ...(fault === undefined ? [] : [invalid(path.child('handSize'), handSize, fault)]),
  ];
}

function handFault(queues: number, handSize: number): string | undefined {
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= HASH_BITS) return undefined;
  const what = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
  return `${what} should not be greater than ${HASH_BITS}`;
}
