import { checkDecisionLog } from './decision-log.js';
import { AuthorizationOptions } from './option-groups.js';

describe('checkDecisionLog()', () => {
  it.each([
    [{}, []],
    [{ decisionLogSampleRate: 0, decisionLogMask: ['user', 'path'] as const }, []],
    [{ decisionLogSampleRate: 1.01 }, ['sample-rate']],
    [{ decisionLogSampleRate: -0.1 }, ['sample-rate']],
    [{ decisionLogSampleRate: Number.NaN }, ['sample-rate']],
    [{ decisionLogMask: ['user', 'password'] as never }, ['mask']],
    [{ decisionLogMaxSize: -1, decisionLogMaxBackup: -1 }, ['maxsize', 'maxbackup']],
  ])('of %j reports %j', (members, options) => {
    const problems = checkDecisionLog({ ...new AuthorizationOptions(), ...members });
    expect(problems.map(({ option }) => option)).toEqual(options.map((name) => `--authorization-decision-log-${name}`));
  });
});
