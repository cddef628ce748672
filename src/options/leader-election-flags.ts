import { section } from './flag.js';
import { durationKind, switchKind, textKind } from './flag-kinds.js';

/** The flags of the election. */
export const leaderElection = section('Controllers and plugins')
  .flag('leader-elect', ['leaderElection', 'enabled'], {
    kind: switchKind,
    help: 'Elect one of the servers that share a store to run controllers; without, every server runs them.',
  })
  .flag('leader-elect-lease-duration', ['leaderElection', 'leaseDuration'], {
    kind: durationKind,
    help: 'Time after which others take over from a leader that does not renew its lease.',
  })
  .flag('leader-elect-renew-deadline', ['leaderElection', 'renewDeadline'], {
    kind: durationKind,
    help: 'Time after which a leader that cannot renew its lease stops; less than the lease.',
  })
  .flag('leader-elect-resource-name', ['leaderElection', 'resourceName'], {
    kind: textKind,
    help: 'Name of the lease.',
  })
  .flag('leader-elect-resource-namespace', ['leaderElection', 'resourceNamespace'], {
    kind: textKind,
    help: 'Namespace of the lease.',
  })
  .flag('leader-elect-retry-period', ['leaderElection', 'retryPeriod'], {
    kind: durationKind,
    help: 'Time between attempts to acquire or renew the lease.',
  });
