import { formatTime } from '../../../plugin-api/index.js';
import { type ConditionState, withCondition } from '../conditions.js';
import type { Pod } from '../types.js';
import type { PodScript } from './pod-script.js';

/** The state of a pod at a time, and how long it lasts: Infinity for ever. */
export interface PodState {
  readonly status: Pod['status'];
  readonly lasts: number;
}

/** Where a pod runs, and since when. */
export interface PodPlace {
  readonly hostIp: string;
  readonly podIp: string;
  readonly since: number;
  readonly now: number;
}

type Stage = 'waiting' | 'running' | 'ready' | 'ended' | 'crashed';

/** Returns the state that a script gives a pod. */
export function stateOf(pod: Pod, script: PodScript, place: PodPlace): PodState {
  const { stage, lasts } = stageAt(pod, script, place.now - place.since);
  const { exitCode = 0 } = script;
  const time = (offset: number): string => formatTime(new Date(place.since + offset));
  const { runAfter = 0, exitAfter = 0 } = script;
  const times = { startedAt: time(runAfter), finishedAt: time(runAfter + exitAfter) };
  const statuses = (pod.spec?.containers ?? []).map(({ name, image = '' }) => ({
    name,
    image,
    imageID: `testing.binnacle.dev/${image}`,
    ready: stage === 'ready',
    restartCount: stage === 'crashed' ? 1 : 0,
    started: stage === 'running' || stage === 'ready',
    ...(stage !== 'waiting' && { containerID: `testing://${pod.metadata.uid}/${name}` }),
    ...containerState(stage, exitCode, times),
  }));
  return {
    lasts,
    status: {
      ...pod.status,
      phase: phaseOf(stage, exitCode),
      conditions: conditionsOf(pod, stage, place.now),
      containerStatuses: statuses,
      hostIP: place.hostIp,
      hostIPs: [{ ip: place.hostIp }],
      startTime: pod.status?.startTime ?? time(0),
      ...(stage !== 'waiting' && { podIP: place.podIp, podIPs: [{ ip: place.podIp }] }),
    },
  };
}

function stageAt(pod: Pod, script: PodScript, elapsed: number): { readonly stage: Stage; readonly lasts: number } {
  const { runAfter = 0, readyAfter = 0, exitAfter = Infinity, exitCode = 0 } = script;
  const running = elapsed - runAfter;
  if (running < 0) return { stage: 'waiting', lasts: -running };
  if (running >= exitAfter) {
    const policy = pod.spec?.restartPolicy ?? 'Always';
    const isRestarted = policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
    return { stage: isRestarted ? 'crashed' : 'ended', lasts: Infinity };
  }
  const untilReady = readyAfter - running;
  if (untilReady > 0) return { stage: 'running', lasts: Math.min(untilReady, exitAfter - running) };
  return { stage: 'ready', lasts: exitAfter - running };
}

function phaseOf(stage: Stage, exitCode: number): string {
  if (stage === 'waiting') return 'Pending';
  if (stage === 'ended') return exitCode === 0 ? 'Succeeded' : 'Failed';
  return 'Running';
}

function containerState(
  stage: Stage,
  exitCode: number,
  times: { readonly startedAt: string; readonly finishedAt: string },
): object {
  const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', ...times };
  if (stage === 'waiting') return { state: { waiting: { reason: 'ContainerCreating' } } };
  if (stage === 'ended') return { state: { terminated } };
  if (stage === 'crashed') return { state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated } };
  return { state: { running: { startedAt: times.startedAt } } };
}

function conditionsOf(pod: Pod, stage: Stage, now: number) {
  const why = stage === 'ended' ? { reason: 'PodCompleted' } : { reason: 'ContainersNotReady' };
  const ready = stage === 'ready' ? { status: 'True' } : { status: 'False', ...why };
  const states: ConditionState[] = [
    { type: 'PodReadyToStartContainers', status: stage === 'ended' ? 'False' : 'True' },
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', ...ready },
    { type: 'ContainersReady', ...ready },
  ];
  return states.reduce((conditions, state) => withCondition(conditions, state, now), pod.status?.conditions ?? []);
}
