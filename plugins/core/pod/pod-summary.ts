import type { ContainerState, ContainerStatus, PodStatus } from './shape/pod-status.v1.js';
import type { Pod } from './shape/pod.v1.js';

/** A pod in a few words and numbers, as tables show it. */
export interface PodSummary {
  readonly reason: string;
  readonly ready: number;
  readonly total: number;
  readonly restarts: number;
  /** When a container ended last. */
  readonly lastRestart?: string;
}

/** Sums up spec and status of a pod. */
export function summarizePod(pod: Pod): PodSummary {
  const { spec = {}, status = {} } = pod;
  const sidecars = new Set(
    (spec.initContainers ?? []).filter((c) => c.restartPolicy === 'Always').map((container) => container.name),
  );
  const total = (spec.containers?.length ?? 0) + sidecars.size;
  const init = summarizeInit(status, sidecars, spec.initContainers?.length ?? 0);
  const phase = phaseReason(status);
  if (init.reason !== undefined && !hasCondition(status, 'Initialized')) {
    const counted = status.initContainerStatuses!.slice(0, init.seen);
    return { reason: endReason(pod, init.reason), ready: init.ready, total, ...restartsOf(counted) };
  }
  const restarted = (status.initContainerStatuses ?? []).slice(0, init.seen).filter((one) => sidecars.has(one.name));
  const main = summarizeContainers(status, init.reason ?? phase);
  return {
    reason: endReason(pod, main.reason),
    ready: init.ready + main.ready,
    total,
    ...restartsOf([...restarted, ...(status.containerStatuses ?? [])]),
  };
}

function phaseReason(status: PodStatus): string {
  const isGated = (status.conditions ?? []).some((c) => c.type === 'PodScheduled' && c.reason === 'SchedulingGated');
  return isGated ? 'SchedulingGated' : status.reason || status.phase || '';
}

interface InitSummary {
  /** The reason why the pod is not initialized; undefined when all init containers have finished. */
  readonly reason?: string;
  readonly ready: number;
  /** How many statuses were looked at. */
  readonly seen: number;
}

function summarizeInit(status: PodStatus, sidecars: ReadonlySet<string>, count: number): InitSummary {
  let ready = 0;
  for (const [i, one] of (status.initContainerStatuses ?? []).entries()) {
    if (one.state?.terminated?.exitCode === 0) continue;
    if (sidecars.has(one.name) && one.started) {
      if (one.ready) ready++;
      continue;
    }
    return { reason: `Init:${initReason(one.state) ?? `${i}/${count}`}`, ready, seen: i + 1 };
  }
  return { ready, seen: status.initContainerStatuses?.length ?? 0 };
}

function initReason({ terminated, waiting }: ContainerState = {}): string | undefined {
  if (terminated) return endedReason(terminated);
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? waiting.reason : undefined;
}

function endedReason({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}

function summarizeContainers(status: PodStatus, start: string): { reason: string; ready: number } {
  let reason = start;
  let ready = 0;
  // The first container has the last word.
  for (const one of [...(status.containerStatuses ?? [])].reverse()) {
    const { waiting, terminated, running } = one.state ?? {};
    if (waiting?.reason) reason = waiting.reason;
    else if (terminated) reason = endedReason(terminated);
    else if (one.ready && running) ready++;
  }
  if (reason === 'Completed' && ready > 0) reason = hasCondition(status, 'Ready') ? 'Running' : 'NotReady';
  return { reason, ready };
}

function endReason({ metadata, status }: Pod, reason: string): string {
  if (!metadata.deletionTimestamp) return reason;
  if (status?.reason === 'NodeLost') return 'Unknown';
  const hasEnded = status?.phase === 'Failed' || status?.phase === 'Succeeded';
  return hasEnded ? reason : 'Terminating';
}

function restartsOf(statuses: readonly ContainerStatus[]): Pick<PodSummary, 'restarts' | 'lastRestart'> {
  const ends = statuses.flatMap((one) => one.lastState?.terminated?.finishedAt ?? []).sort();
  return { restarts: statuses.reduce((sum, one) => sum + one.restartCount, 0), lastRestart: ends.at(-1) };
}

function hasCondition(status: PodStatus, type: string): boolean {
  return (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}
