import { FieldPath } from '../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateNode } from './node.validation.js';
import { validateTaints } from './taint.validation.js';

describe('validateNode()', () => {
  it.each([
    [['10.0.0.0/24', 'fd00::/64'], []],
    [
      ['10.0.0.0/24', '10.0.0.0/24'],
      [
        'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.0.0/24"}: may specify no more than one CIDR for each IP family',
        'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"',
      ],
    ],
    [
      ['10.0.0.0/24', 'x'],
      [
        'spec.podCIDRs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
        'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)',
        'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
      ],
    ],
  ])('takes one pod network of each family: %j', (podCIDRs, expected) => {
    expect(validateNode({ metadata: { name: 'n' }, spec: { podCIDRs } }).map(formatFieldError)).toEqual(expected);
  });
});

describe('validateTaints()', () => {
  const path = FieldPath.of('metadata', 'taints');
  const taint = { key: 'k', value: 'v', effect: 'NoExecute' };
  const repeated = (shown: string): string[] => [
    `metadata.taints[1]: Duplicate value: ${shown}: taints must be unique by key and effect pair`,
  ];

  it('shows a repeated taint, with the time it was added', () => {
    const [local, text] = [new Date(2024, 0, 2, 3, 4, 5), 'time.Date(2024, time.January, 2, 3, 4, 5, 0, time.Local)'];
    const timed = { ...taint, timeAdded: local.toISOString() };
    const head = 'core.Taint{Key:"k", Value:"v", Effect:"NoExecute", TimeAdded:';
    expect(validateTaints([timed, timed], path).map(formatFieldError)).toEqual(repeated(`${head}${text}}`));
    expect(validateTaints([taint, taint], path).map(formatFieldError)).toEqual(repeated(`${head}<nil>}`));
  });
});
