import type { OptionProblem } from './problem.js';

/** How servers on one store elect the one that runs controllers (kube-controller-manager's flags). Milliseconds. */
export class LeaderElectionOptions {
  enabled = true;
  leaseDuration = 15_000;
  renewDeadline = 10_000;
  retryPeriod = 2000;
  resourceName = 'binnacle-controllers';
  resourceNamespace = 'kube-system';
}

/** The part of a wait that chance adds (client-go: leaderelection.JitterFactor). */
const JITTER = 1.2;

/** Checks the durations of the election (client-go: NewLeaderElector). */
export function checkLeaderElection({
  leaderElection: options,
}: {
  readonly leaderElection: LeaderElectionOptions;
}): OptionProblem[] {
  if (!options.enabled) return [];
  const { leaseDuration, renewDeadline, retryPeriod, resourceName, resourceNamespace } = options;
  const problems: OptionProblem[] = [];
  const refuse = (name: string, message: string, remedy: string): void =>
    void problems.push({ option: `--leader-elect-${name}`, message, remedy });
  if (leaseDuration < 1000) refuse('lease-duration', 'is less than a second', 'Give 15s or so.');
  else if (leaseDuration <= renewDeadline) {
    refuse('lease-duration', 'is not greater than --leader-elect-renew-deadline', 'Give 15s and 10s or so.');
  }
  if (renewDeadline <= JITTER * retryPeriod) {
    const message = `is not greater than ${JITTER} times --leader-elect-retry-period`;
    refuse('renew-deadline', message, 'Give 10s and 2s or so.');
  }
  if (retryPeriod < 1) refuse('retry-period', 'is not greater than zero', 'Give 2s or so.');
  if (resourceName === '') refuse('resource-name', 'is empty', 'Name the lease.');
  if (resourceNamespace === '') refuse('resource-namespace', 'is empty', 'Name a namespace.');
  return problems;
}
