import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { PriorityLevelConfigurationSpec } from './priority-level-configuration.v1.js';
import { validatePriorityLevelConfiguration } from './priority-level-configuration.validation.js';

const find = (name: string, spec: PriorityLevelConfigurationSpec): string[] =>
  validatePriorityLevelConfiguration({ metadata: { name }, spec }).map(formatFieldError);
const queued = (queues: number, handSize: number): PriorityLevelConfigurationSpec => ({
  type: 'Limited',
  limited: { limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 1 } } },
});
const QUEUING = 'spec.limited.limitResponse.queuing';

describe('validatePriorityLevelConfiguration()', () => {
  it.each<[string, PriorityLevelConfigurationSpec, string[]]>([
    ['mine', queued(64, 8), []],
    ['mine', queued(64, 10), []],
    [
      'mine',
      queued(64, 11),
      [
        `${QUEUING}.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60`,
      ],
    ],
    ['mine', queued(10_000_001, 1), [`${QUEUING}.queues: Invalid value: 10000001: must not be greater than 10000000`]],
    ['mine', queued(3, 4), [`${QUEUING}.handSize: Invalid value: 4: should not be greater than queues (3)`]],
    [
      'mine',
      { type: 'Exempt', limited: {} },
      [
        "spec.type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'",
        'spec.limited: Forbidden: must be nil if the type is not Limited',
      ],
    ],
    ['mine', { type: 'Limited' }, ['spec.limited: Required value: must not be empty when type is Limited']],
    [
      'mine',
      { type: 'Limited', exempt: {}, limited: { limitResponse: { type: 'Reject', queuing: {} } } },
      [
        'spec.exempt: Forbidden: must be nil if the type is Limited',
        'spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited',
      ],
    ],
    ['exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 5, lendablePercent: 7 } }, []],
  ])('finds of %s with %j: %j', (name, spec, errors) => expect(find(name, spec)).toEqual(errors));

  it('refuses the annotation of a former version', () => {
    const annotations = { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' };
    const found = validatePriorityLevelConfiguration({ metadata: { name: 'mine', annotations }, spec: queued(64, 8) });
    expect(found.map(({ field }) => field)).toEqual(['metadata.annotations']);
  });
});
