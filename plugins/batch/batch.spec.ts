import { FeatureGates, type StrategyContext } from '../../src/plugin-api/index.js';
import { shapeOf, formatFieldError } from '../../src/plugin-api/built-in.js';
import { isTimeZone, scheduleFault } from './cron-job/cron-schedule.js';
import { cronJobStrategy } from './cron-job/cron-job.strategy.js';
import type { CronJob } from './cron-job/cron-job.v1.js';
import { countIndexes, firstCommonIndex } from './job/index-ranges.js';
import { validateJobStatusUpdate } from './job/job-status.validation.js';
import { jobStrategy } from './job/job.strategy.js';
import { Job, type JobSpec, type JobStatus } from './job/job.v1.js';

/** Gates of features that no setting disables any more. */
const GRADUATED = FeatureGates.of({ AllBeta: false });
const context: StrategyContext = {
  user: { name: 'tester', groups: [] },
  namespace: 'ns',
  subresource: '',
  dryRun: false,
  isEnabled: (gate) => gate.startsWith('Job') || GRADUATED.enabled(gate),
};
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'img:1' }] } };

function jobOf(change: Partial<JobSpec> = {}): Job {
  const job: Job = {
    metadata: { name: 'j', namespace: 'ns', uid: 'u', resourceVersion: '1' },
    spec: { template: structuredClone(template), ...change },
  };
  shapeOf(Job).applyDefaults(job);
  jobStrategy.prepareForCreate!(job, context);
  return job;
}

describe('a new job', () => {
  it('selects its pods by its uid', () => {
    const { spec } = jobOf();
    expect(spec!.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } });
    expect(spec!.template.metadata!.labels).toEqual({
      'controller-uid': 'u',
      'job-name': 'j',
      'batch.kubernetes.io/controller-uid': 'u',
      'batch.kubernetes.io/job-name': 'j',
    });
  });

  it('shares its labels with a template whose labels are given, be they empty', () => {
    const body = { metadata: { name: 'j', uid: 'u' }, spec: { template: { ...template, metadata: { labels: {} } } } };
    const job = shapeOf(Job).decode(body) as unknown as Job;
    shapeOf(Job).applyDefaults(job);
    jobStrategy.prepareForCreate!(job, context);
    expect(job.metadata.labels).toBe(job.spec!.template.metadata!.labels);
    expect(jobOf().metadata.labels).toBeUndefined();
  });

  it.each<[Partial<JobSpec>, string[]]>([
    [{}, []],
    [
      { completionMode: 'Indexed', parallelism: 1 },
      ['spec.completions: Required value: when completion mode is Indexed'],
    ],
    [
      { podReplacementPolicy: 'Whenever' },
      ['spec.podReplacementPolicy: Unsupported value: "Whenever": supported values: "Failed", "TerminatingOrFailed"'],
    ],
    [
      { podFailurePolicy: { rules: [{ action: 'Count' }] } },
      ['spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required'],
    ],
    [
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{ succeededIndexes: '0-5' }] } },
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0-5": error parsing succeededIndexes: too large index: "5"',
      ],
    ],
  ])('is judged by %j', (change, expected) => {
    expect(jobStrategy.validate!(jobOf(change), context).map(formatFieldError)).toEqual(expected);
  });
});

describe('a changed job', () => {
  const refusals = (change: (job: Job) => void): string[] => {
    const [next, old] = [jobOf(), jobOf()];
    change(next);
    const errors = jobStrategy.validateUpdate!(next, old, context).map(formatFieldError);
    return [...new Set(errors)];
  };

  it('shows policies that were given too late', () => {
    const rules = [{ action: 'Count', onPodConditions: [{ type: 'A', status: 'True' }] }];
    expect(
      refusals(({ spec }) => Object.assign(spec!, { podFailurePolicy: { rules }, podReplacementPolicy: 'Failed' })),
    ).toEqual([
      'spec.podFailurePolicy: Invalid value: batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{' +
        'batch.PodFailurePolicyRule{Action:"Count", OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), ' +
        'OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{' +
        'batch.PodFailurePolicyOnPodConditionsPattern{Type:"A", Status:"True"}}}}}: field is immutable',
    ]);
    const [, shown] = refusals(({ spec }) => (spec!.successPolicy = { rules: [{ succeededIndexes: '1' }] }));
    expect(shown).toBe(
      'spec.successPolicy: Invalid value: batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule{batch.SuccessPolicyRule{' +
        'SucceededIndexes:(*string)(0xc000000000), SucceededCount:(*int32)(nil)}}}: field is immutable',
    );
  });

  it('misses each generated label once', () => {
    const errors = refusals(({ spec }) => delete spec!.template.metadata!.labels!['job-name']);
    expect(errors[0]).toBe("spec.template.metadata.labels[job-name]: Required value: must be 'j'");
    expect(errors[1]).toMatch(/^spec.template: /);
  });
});

describe('validateJobStatusUpdate()', () => {
  const withStatus = (status: JobStatus): Job => ({ ...jobOf(), status });
  const gates = { managedBy: true, replacementPolicy: true };
  const refusals = (next: JobStatus, old: JobStatus = {}): string[] =>
    validateJobStatusUpdate(withStatus(next), withStatus(old), gates).map(formatFieldError);

  it('wants a complete end', () => {
    expect(refusals({ active: 1, conditions: [{ type: 'Complete', status: 'True' }] })).toEqual([
      'status.completionTime: Required value: completionTime is required for Complete jobs',
      'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      'status.active: Invalid value: 1: active>0 is invalid for finished job',
      'status.startTime: Required value: startTime is required for finished job',
    ]);
  });

  it('shows times as they are', () => {
    expect(refusals({ completionTime: '2024-01-02T03:04:05Z' })).toEqual([
      'status.completionTime: Invalid value: 2024-01-02 03:04:05 +0000 UTC: cannot set completionTime when there is no Complete=True condition',
    ]);
  });

  it.each<[string, JobStatus, string[]]>([
    ['a job that goes on', { conditions: [{ type: 'Suspended', status: 'False' }] }, []],
    [
      'a job that is still marked as suspended',
      { conditions: [{ type: 'Suspended', status: 'True' }] },
      ['status.startTime: Required value: startTime cannot be removed for unsuspended job'],
    ],
    [
      'a job without the mark',
      {},
      ['status.startTime: Required value: startTime cannot be removed for unsuspended job'],
    ],
  ])('lets the time of the start go, or change, with %s alone', (_what, next, expected) => {
    const old: JobStatus = { startTime: '2024-01-02T03:04:05Z', conditions: [{ type: 'Suspended', status: 'True' }] };
    expect(refusals(next, old)).toEqual(expected);
    expect(refusals({ ...next, startTime: '2024-01-02T03:04:06Z' }, old)).toEqual(expected);
  });

  it('keeps the time of the start of a job that was not suspended', () => {
    const next: JobStatus = { conditions: [{ type: 'Suspended', status: 'False' }] };
    expect(refusals(next, { startTime: '2024-01-02T03:04:05Z' })).toHaveLength(1);
  });

  it('lets counters only grow', () => {
    expect(refusals({ failed: 1 }, { failed: 2 })).toEqual([
      'status.failed: Invalid value: 1: cannot decrease the failed counter',
    ]);
  });
});

describe('lists of indexes', () => {
  it('are counted', () => {
    expect(countIndexes('0,2-4,7', 8)).toBe(5);
    expect(() => countIndexes('3,1', 8)).toThrow('non-increasing order, previous: 3, current: 1');
    expect(() => countIndexes('9', 8)).toThrow('too large index: "9"');
    expect(() => countIndexes('9223372036854775808', 8)).toThrow('cannot convert string to integer for index');
  });

  it('are searched for common ones', () => {
    expect(firstCommonIndex('0-3,6', '4-5', 8)).toBeUndefined();
    expect(firstCommonIndex('0-3,6', '5-7', 8)).toBe(6);
  });
});

describe('scheduleFault()', () => {
  it.each(['* * * * *', '*/5 0-6,12 ? JAN-mar mon', '@hourly', '@every 1h30m', 'CRON_TZ=Europe/Berlin 0 0 * * *'])(
    'accepts %s',
    (schedule) => {
      expect(scheduleFault(schedule)).toBeUndefined();
    },
  );

  it.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['@sometimes', 'unrecognized descriptor: @sometimes'],
    ['TZ=Nowhere/Land * * * * *', 'provided bad location Nowhere/Land: unknown time zone Nowhere/Land'],
  ])('refuses %s', (schedule, expected) => {
    expect(scheduleFault(schedule)).toBe(expected);
  });
});

describe('isTimeZone()', () => {
  it.each([
    ['Europe/Berlin', true],
    ['Asia/Calcutta', true],
    ['UTC', true],
    ['europe/berlin', false],
    ['+01:00', false],
    ['Mars/Base', false],
  ])('%s: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});

describe('cron jobs', () => {
  const jobOn = (schedule: string, name = 'c.d'): CronJob => ({
    metadata: { name },
    spec: { schedule, jobTemplate: { spec: { template: structuredClone(template) } } },
  });

  it('warn of names that are no labels when they are new', () => {
    const [warning, ...others] = cronJobStrategy.warningsOnCreate!(jobOn('@hourly'), context);
    expect(warning).toMatch(/^metadata.name: this is used in Pod names and hostnames/);
    expect(others).toEqual([]);
  });

  it('warn of zones in a schedule when they change, but not for their status', () => {
    const job = jobOn('TZ=UTC * * * * *');
    const warningsOn = (subresource: string): string[] =>
      cronJobStrategy.warningsOnUpdate!(job, job, { ...context, subresource });
    expect(warningsOn('')).toEqual([
      expect.stringMatching(/^cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https:/),
    ]);
    expect(warningsOn('status')).toEqual([]);
  });
});

describe('fields of a job in older releases', () => {
  const keptIn = (release: string): string[] => {
    const gates = FeatureGates.of({}, { release });
    const job = jobOf({ ttlSecondsAfterFinished: 5, suspend: true, completionMode: 'Indexed', completions: 1 });
    jobStrategy.prepareForCreate!(job, { ...context, isEnabled: (gate) => gates.enabled(gate) });
    return ['ttlSecondsAfterFinished', 'suspend', 'completionMode'].filter((name) => name in job.spec!);
  };

  it.each([
    ['1.20', []],
    ['1.21', ['ttlSecondsAfterFinished']],
    ['1.22', ['ttlSecondsAfterFinished', 'suspend', 'completionMode']],
    ['1.36', ['ttlSecondsAfterFinished', 'suspend', 'completionMode']],
  ])('of %s are %j', (release, names) => {
    expect(keptIn(release)).toEqual(names);
  });
});
