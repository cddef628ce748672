import { checkAs, formatFieldError } from '../../../src/apimachinery/index.js';
import { workloadFromV1alpha1 } from './workload.conversion.js';
import type { Workload, WorkloadSpec } from './workload.v1alpha2.js';
import { validateWorkload, validateWorkloadUpdate } from './workload.validation.js';

const GANG = { gang: { minCount: 2 } };
const CONTROLLER = { apiGroup: 'batch', kind: 'Job', name: 'j' };
const workloadOf = (spec: WorkloadSpec): Workload => ({ metadata: { name: 'w' }, spec });
const foundIn = (spec: WorkloadSpec, release = '1.36'): string[] =>
  checkAs(release, () => validateWorkload(workloadOf(spec))).map(formatFieldError);

describe('validateWorkload()', () => {
  it.each<[WorkloadSpec, string[]]>([
    [{ controllerRef: CONTROLLER, podGroupTemplates: [{ name: 'g', schedulingPolicy: GANG }] }, []],
    [{ podGroupTemplates: [{ name: 'g', schedulingPolicy: { basic: {} } }] }, []],
    [{ podGroupTemplates: [] }, ['spec.podGroupTemplates: Required value']],
    [
      { podGroupTemplates: Array.from({ length: 9 }, (_, i) => ({ name: `g${i}`, schedulingPolicy: GANG })) },
      ['spec.podGroupTemplates: Too many: 9: must have at most 8 items'],
    ],
    [
      { podGroupTemplates: [{ name: '', schedulingPolicy: {} }] },
      [
        'spec.podGroupTemplates[0].name: Required value',
        'spec.podGroupTemplates[0].schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`',
      ],
    ],
    [
      { podGroupTemplates: [{ name: 'g', schedulingPolicy: { basic: {}, gang: { minCount: 0 } } }] },
      [expect.stringContaining('exactly one of `basic`, `gang` is required, but multiple fields are set') as string],
    ],
    [
      { podGroupTemplates: [{ name: 'g', schedulingPolicy: { gang: { minCount: 0 } } }] },
      ['spec.podGroupTemplates[0].schedulingPolicy.gang.minCount: Required value'],
    ],
    [
      {
        controllerRef: { apiGroup: 'A', kind: '', name: 'a/b' },
        podGroupTemplates: [1, 2].map(() => ({ name: 'g', schedulingPolicy: GANG })),
      },
      [
        expect.stringContaining('spec.controllerRef.apiGroup: Invalid value: "A"') as string,
        'spec.controllerRef.kind: Required value',
        `spec.controllerRef.name: Invalid value: "a/b": may not contain '/'`,
        'spec.podGroupTemplates[1]: Duplicate value: "g"',
      ],
    ],
    [
      {
        podGroupTemplates: [
          {
            name: 'g',
            schedulingPolicy: GANG,
            schedulingConstraints: { topology: [{ key: 'a' }, { key: 'b' }] },
            resourceClaims: [{ name: 'c' }, { name: 'c', resourceClaimName: 'x', resourceClaimTemplateName: 'y' }],
            disruptionMode: 'Else',
            priority: 1_000_000_001,
          },
        ],
      },
      [
        'spec.podGroupTemplates[0].schedulingConstraints.topology: Too many: 2: must have at most 1 item',
        expect.stringContaining('resourceClaims[0]: Invalid value: "": must specify one of') as string,
        expect.stringContaining('resourceClaims[1]: Invalid value: "{`resourceClaimName`') as string,
        'spec.podGroupTemplates[0].resourceClaims[1]: Duplicate value: "c"',
        'spec.podGroupTemplates[0].disruptionMode: Unsupported value: "Else": supported values: "Pod", "PodGroup"',
        expect.stringContaining('priority: Invalid value: 1000000001') as string,
      ],
    ],
  ])('finds of %j: %j', (spec, errors) => {
    expect(foundIn(spec)).toEqual(errors);
  });

  it('names the groups of v1alpha1 in release 1.35', () => {
    expect(foundIn({}, '1.35')).toEqual(['spec.podGroups: Required value: must have at least one item']);
    expect(
      foundIn({ podGroupTemplates: [{ name: 'g', schedulingPolicy: { gang: { minCount: -1 } } }] }, '1.35'),
    ).toEqual(['spec.podGroups[0].policy.gang.minCount: Invalid value: -1: must be greater than zero']);
  });
});

describe('validateWorkloadUpdate()', () => {
  const templates = [{ name: 'g', schedulingPolicy: GANG }];
  const changed = (next: WorkloadSpec, old: WorkloadSpec, release: string): string[] =>
    checkAs(release, () => validateWorkloadUpdate(workloadOf(next), workloadOf(old))).map(({ field }) => field);

  it('keeps the groups, and the controller', () => {
    const [bare, owned] = [
      { podGroupTemplates: templates },
      { podGroupTemplates: templates, controllerRef: CONTROLLER },
    ];
    expect(changed(bare, bare, '1.36')).toEqual([]);
    expect(changed({ podGroupTemplates: [] }, owned, '1.36')).toEqual(['spec.controllerRef', 'spec.podGroupTemplates']);
    expect(changed(owned, bare, '1.36')).toEqual(['spec.controllerRef']);
    expect(changed(owned, bare, '1.35')).toEqual([]);
  });
});

describe('workloadFromV1alpha1', () => {
  it('loses nothing of a group', () => {
    const workload = workloadOf({
      controllerRef: CONTROLLER,
      podGroupTemplates: [{ name: 'g', schedulingPolicy: GANG }],
    });
    const former = workloadFromV1alpha1.fromHub(workload);
    expect(former.spec).toEqual({ controllerRef: CONTROLLER, podGroups: [{ name: 'g', policy: GANG }] });
    expect(workloadFromV1alpha1.toHub(former)).toEqual(workload);
  });
});
