import { LeaderElectionOptions, checkLeaderElection } from './leader-election.js';

const faultsOf = (values: Partial<LeaderElectionOptions>): string[] =>
  checkLeaderElection({ leaderElection: Object.assign(new LeaderElectionOptions(), values) }).map(
    ({ option, message }) => `${option} ${message}`,
  );

describe('checkLeaderElection()', () => {
  it.each<[Partial<LeaderElectionOptions>, string[]]>([
    [{}, []],
    [{ leaseDuration: 1000, renewDeadline: 900, retryPeriod: 700 }, []],
    [{ enabled: false, leaseDuration: 0, resourceName: '' }, []],
    [
      { leaseDuration: 999, renewDeadline: 900, retryPeriod: 1 },
      ['--leader-elect-lease-duration is less than a second'],
    ],
    [{ leaseDuration: 10_000 }, ['--leader-elect-lease-duration is not greater than --leader-elect-renew-deadline']],
    [
      { renewDeadline: 2400 },
      ['--leader-elect-renew-deadline is not greater than 1.2 times --leader-elect-retry-period'],
    ],
    [{ retryPeriod: 0 }, ['--leader-elect-retry-period is not greater than zero']],
    [
      { resourceName: '', resourceNamespace: '' },
      ['--leader-elect-resource-name is empty', '--leader-elect-resource-namespace is empty'],
    ],
  ])('%j', (values, faults) => expect(faultsOf(values)).toEqual(faults));
});
