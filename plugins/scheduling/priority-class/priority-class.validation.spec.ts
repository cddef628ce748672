import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { PriorityClass } from './priority-class.v1.js';
import { validatePriorityClass, validatePriorityClassUpdate } from './priority-class.validation.js';

const classOf = (name: string, members: Partial<PriorityClass> = {}): PriorityClass => ({
  metadata: { name },
  value: 10,
  preemptionPolicy: 'Never',
  ...members,
});

const RESERVED =
  "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";

describe('validatePriorityClass()', () => {
  it.each<[string, Partial<PriorityClass>, string[]]>([
    ['high', {}, []],
    ['high', { value: 1_000_000_000 }, []],
    ['low', { value: -2_147_483_648 }, []],
    [
      'high',
      { value: 1_000_000_001 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    ['high', { preemptionPolicy: '' }, ['preemptionPolicy: Required value']],
    [
      'high',
      { preemptionPolicy: 'Sometimes' },
      ['preemptionPolicy: Unsupported value: "Sometimes": supported values: "PreemptLowerPriority", "Never"'],
    ],
    ['system-mine', {}, [`${RESERVED}system-mine is not a known system priority class`]],
    ['system-node-critical', { value: 2_000_001_000 }, []],
    [
      'system-node-critical',
      { value: 1 },
      [`${RESERVED}value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'system-cluster-critical',
      { value: 2_000_000_000, globalDefault: true },
      [`${RESERVED}globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
  ])('finds of %s with %j: %j', (name, members, errors) => {
    expect(validatePriorityClass(classOf(name, members)).map(formatFieldError)).toEqual(errors);
  });
});

describe('validatePriorityClassUpdate()', () => {
  it.each<[Partial<PriorityClass>, string[]]>([
    [{ description: 'told', globalDefault: true }, []],
    [{ value: 11 }, ['value: Forbidden: may not be changed in an update.']],
    [
      { preemptionPolicy: 'PreemptLowerPriority' },
      ['preemptionPolicy: Invalid value: "PreemptLowerPriority": field is immutable'],
    ],
  ])('finds of a change to %j: %j', (members, errors) => {
    const found = validatePriorityClassUpdate(classOf('high', members), classOf('high'));
    expect(found.map(formatFieldError)).toEqual(errors);
  });
});
