import { hostNamespaces, hostPathVolumes, hostPorts, windowsHostProcess } from './checks/host.checks.js';
import type { CheckedPod, PodCheck, Violation } from './checks/pod-check.js';
import {
  allowPrivilegeEscalation,
  capabilitiesBaseline,
  capabilitiesRestricted,
  privileged,
} from './checks/privilege.checks.js';
import { appArmorProfile, procMount, seLinuxOptions, seLinuxOptionsWithEngines } from './checks/profile.checks.js';
import { seccompAnnotations, seccompBaseline, seccompRestricted } from './checks/seccomp.checks.js';
import {
  BUFFER_SYSCTLS,
  FIRST_SYSCTLS,
  KEEPALIVE_SYSCTLS,
  RESERVED_PORT_SYSCTLS,
  sysctlsOf,
} from './checks/sysctl.checks.js';
import { runAsNonRoot, runAsUser } from './checks/user.checks.js';
import { restrictedVolumes } from './checks/volume.checks.js';
import { type LevelVersion, minorOf } from './policy.js';

/** A check by the minor releases since which it holds in one form or another. */
type Revisions = readonly (readonly [since: number, check: PodCheck])[];

/** The checks of baseline, in the order in which they are reported. */
const BASELINE: ReadonlyMap<string, Revisions> = new Map<string, Revisions>([
  ['appArmorProfile', [[0, appArmorProfile]]],
  ['capabilities', [[0, capabilitiesBaseline]]],
  ['hostNamespaces', [[0, hostNamespaces]]],
  ['hostPathVolumes', [[0, hostPathVolumes]]],
  ['hostPorts', [[0, hostPorts]]],
  ['privileged', [[0, privileged]]],
  ['procMount', [[0, procMount]]],
  [
    'seLinuxOptions',
    [
      [0, seLinuxOptions],
      [31, seLinuxOptionsWithEngines],
    ],
  ],
  [
    'seccompProfile',
    [
      [0, seccompAnnotations],
      [19, seccompBaseline],
    ],
  ],
  [
    'sysctls',
    [
      [0, sysctlsOf(FIRST_SYSCTLS)],
      [27, sysctlsOf(RESERVED_PORT_SYSCTLS)],
      [29, sysctlsOf(KEEPALIVE_SYSCTLS)],
      [32, sysctlsOf(BUFFER_SYSCTLS)],
    ],
  ],
  ['windowsHostProcess', [[0, windowsHostProcess]]],
]);

interface RestrictedCheck {
  readonly revisions: Revisions;
  /** The check of baseline that it takes the place of. */
  readonly replaces?: string;
}

/** The additional checks of restricted, in order. */
const RESTRICTED: readonly RestrictedCheck[] = [
  {
    revisions: [
      [8, allowPrivilegeEscalation],
      [25, onLinux(allowPrivilegeEscalation)],
    ],
  },
  {
    revisions: [
      [22, capabilitiesRestricted],
      [25, onLinux(capabilitiesRestricted)],
    ],
    replaces: 'capabilities',
  },
  { revisions: [[0, restrictedVolumes]], replaces: 'hostPathVolumes' },
  { revisions: [[0, runAsNonRoot]] },
  { revisions: [[23, runAsUser]] },
  {
    revisions: [
      [19, seccompRestricted],
      [25, onLinux(seccompRestricted)],
    ],
    replaces: 'seccompProfile',
  },
];

/** The release that changed a check last; what is asked of later ones is asked of it. */
const NEWEST = 32;

const checksByPolicy = new Map<string, readonly PodCheck[]>();

/** Returns the violations by a pod of the standard of a level, as of a release. */
export function violationsOf(policy: LevelVersion, pod: CheckedPod): Violation[] {
  return checksOf(policy).flatMap((check) => check(pod) ?? []);
}

function checksOf({ level, version }: LevelVersion): readonly PodCheck[] {
  if (level === 'privileged') return [];
  const minor = Math.min(minorOf(version), NEWEST);
  const key = `${level}:${minor}`;
  const known = checksByPolicy.get(key);
  if (known) return known;
  const checks = level === 'baseline' ? baselineOf(minor, new Set()) : restrictedOf(minor);
  checksByPolicy.set(key, checks);
  return checks;
}

function restrictedOf(minor: number): PodCheck[] {
  const held = RESTRICTED.filter(({ revisions }) => formOf(revisions, minor) !== undefined);
  const replaced = new Set(held.flatMap(({ replaces }) => replaces ?? []));
  return [...baselineOf(minor, replaced), ...held.map(({ revisions }) => formOf(revisions, minor)!)];
}

function baselineOf(minor: number, replaced: ReadonlySet<string>): PodCheck[] {
  return [...BASELINE].flatMap(([id, revisions]) => (replaced.has(id) ? [] : (formOf(revisions, minor) ?? [])));
}

function formOf(revisions: Revisions, minor: number): PodCheck | undefined {
  return revisions.findLast(([since]) => since <= minor)?.[1];
}

/** Pods that say they are for Windows cannot have what only Linux knows. */
function onLinux(check: PodCheck): PodCheck {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod));
}
