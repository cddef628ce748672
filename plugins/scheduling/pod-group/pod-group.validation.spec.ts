import { checkAs, formatFieldError } from '../../../src/apimachinery/index.js';
import type { PodGroup, PodGroupSpec, PodGroupStatus } from './pod-group.v1alpha2.js';
import { validatePodGroup, validatePodGroupStatus, validatePodGroupUpdate } from './pod-group.validation.js';

const SPEC: PodGroupSpec = { schedulingPolicy: { basic: {} } };
const groupOf = (spec: PodGroupSpec, status: PodGroupStatus = {}): PodGroup => ({
  metadata: { name: 'g' },
  spec,
  status,
});

describe('validatePodGroup()', () => {
  it.each<[PodGroupSpec, string[]]>([
    [SPEC, []],
    [{ ...SPEC, podGroupTemplateRef: { workload: { workloadName: 'w', podGroupTemplateName: 'g' } } }, []],
    [
      { ...SPEC, podGroupTemplateRef: {} },
      ['spec.podGroupTemplateRef: Invalid value: "": must specify one of: `workload`'],
    ],
    [
      { ...SPEC, podGroupTemplateRef: { workload: { workloadName: '', podGroupTemplateName: '' } } },
      [
        'spec.podGroupTemplateRef.workload.workloadName: Required value',
        'spec.podGroupTemplateRef.workload.podGroupTemplateName: Required value',
      ],
    ],
    [{}, ['spec.schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`']],
  ])('finds of %j: %j', (spec, errors) => {
    expect(checkAs('1.36', () => validatePodGroup(groupOf(spec))).map(formatFieldError)).toEqual(errors);
  });
});

describe('validatePodGroupUpdate()', () => {
  it('keeps every member', () => {
    const next = groupOf({ ...SPEC, priority: 1, schedulingPolicy: { gang: { minCount: 1 } } });
    const fields = validatePodGroupUpdate(next, groupOf(SPEC)).map(({ field }) => field);
    expect(fields).toEqual(['spec.schedulingPolicy', 'spec.priority']);
    expect(validatePodGroupUpdate(groupOf(SPEC), groupOf(SPEC))).toEqual([]);
  });
});

describe('validatePodGroupStatus()', () => {
  it('knows the claims of the group', () => {
    const resourceClaims = [{ name: 'c', resourceClaimName: 'x' }];
    const statuses = [{ name: 'c', resourceClaimName: 'x' }, { name: 'd' }];
    const group = groupOf({ ...SPEC, resourceClaims }, { resourceClaimStatuses: statuses });
    expect(validatePodGroupStatus(group).map(formatFieldError)).toEqual([
      'status.resourceClaimStatuses[1].name: Invalid value: "d": must match the name of an entry in `spec.resourceClaims`',
    ]);
  });
});
