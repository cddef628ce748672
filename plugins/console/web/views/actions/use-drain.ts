import { useEffect, useRef, useState } from 'preact/hooks';
import { patch } from '../../actions/action.js';
import { type DrainChoices, type PlannedPod, evictionOf, planDrain } from '../../actions/drain.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import { CORDONED, isCordoned } from '../../actions/node-actions.js';
import type { Api } from '../../api/api.js';
import { ApiError } from '../../api/api-error.js';
import { readAll } from '../../api/read-all.js';
import type { ApiObject } from '../../api/objects.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { asWrite } from './use-dry-run.js';

/** The state of the eviction of a pod. */
export interface Eviction {
  readonly step: 'accepted in a dry run' | 'rejected in a dry run' | 'rejected' | 'evicted' | 'gone';
  readonly error?: ApiError;
}

/** A drain: the plan, and how far it is. */
export interface Drain {
  readonly plan: readonly PlannedPod[] | undefined;
  readonly error: ApiError | undefined;
  /** By the uids of pods. */
  readonly evictions: ReadonlyMap<string, Eviction>;
  readonly isRunning: boolean;
  readonly hasBegun: boolean;
  /** Starts or continues the drain: cordons the node, and evicts the pods that are not evicted yet. */
  run(): void;
}

const NOT_FOUND = 404;
/** Milliseconds between two looks at the pods that are being deleted. */
const POLL_MS = 2000;

/** Plans the drain of a node, tries it by a dry run, and does it. */
export function useDrain(target: ActionTarget, choices: DrainChoices): Drain {
  const { api } = useSession();
  const node = target.object.metadata.name;
  const [evictions, setEvictions] = useState<ReadonlyMap<string, Eviction>>(new Map());
  const [phase, setPhase] = useState<'planned' | 'running' | 'stopped'>('planned');
  const [fault, setFault] = useState<ApiError | undefined>();
  const pods = useLoaded((signal) => podsOf(api, node, signal), [api, node]);
  const plan = pods.value && planDrain(pods.value, choices);
  const note = (pod: ApiObject, eviction: Eviction): void =>
    setEvictions((known) => new Map(known).set(pod.metadata.uid ?? '', eviction));
  useDryRuns({ api, plan: pods.value && planDrain(pods.value, ALL_PODS), isOff: phase !== 'planned', note });
  useDeparture({ api, node, evictions, setEvictions, isOn: phase !== 'planned' });
  const attempt = async (): Promise<void> => {
    setPhase('running');
    setFault(undefined);
    try {
      if (!isCordoned(target)) await api.json(asWrite(patch(target, CORDONED), false));
      const due = plan!.filter(({ skipped, pod }) => skipped === undefined && !isDone(evictions.get(uidOf(pod))));
      for (const { pod } of due) note(pod, await evict(api, pod));
    } catch (error) {
      setFault(ApiError.from(error));
    }
    setPhase('stopped');
  };
  const [isRunning, hasBegun] = [phase === 'running', phase !== 'planned'];
  return { plan, error: fault ?? pods.error, evictions, isRunning, hasBegun, run: () => void attempt() };
}

const ALL_PODS: DrainChoices = { force: true, deletesEmptyDir: true };

function uidOf({ metadata }: ApiObject): string {
  return metadata.uid ?? '';
}

function isDone(eviction: Eviction | undefined): boolean {
  return eviction?.step === 'evicted' || eviction?.step === 'gone';
}

function podsOf(api: Api, node: string, signal?: AbortSignal): Promise<ApiObject[]> {
  return readAll(api, { path: '/api/v1/pods', query: { fieldSelector: `spec.nodeName=${node}` }, signal });
}

async function evict(api: Api, pod: ApiObject): Promise<Eviction> {
  try {
    await api.json(asWrite(evictionOf(pod), false));
    return { step: 'evicted' };
  } catch (error) {
    const isGone = (error as ApiError).code === NOT_FOUND;
    return isGone ? { step: 'gone' } : { step: 'rejected', error: error as ApiError };
  }
}

/** Tries each eviction on the server, which says what a disruption budget would allow now. */
function useDryRuns({
  api,
  plan,
  isOff,
  note,
}: {
  readonly api: Api;
  readonly plan: readonly PlannedPod[] | undefined;
  readonly isOff: boolean;
  readonly note: (pod: ApiObject, eviction: Eviction) => void;
}): void {
  useEffect(() => {
    if (!plan || isOff) return;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      for (const { pod, skipped } of plan) {
        if (skipped !== undefined) continue;
        const outcome = await api.json(asWrite(evictionOf(pod), true)).then(
          (): Eviction => ({ step: 'accepted in a dry run' }),
          (error: ApiError): Eviction => ({ step: 'rejected in a dry run', error }),
        );
        if (!isCurrent) return;
        note(pod, outcome);
      }
    };
    void run();
    return () => {
      isCurrent = false;
    };
  }, [api, plan === undefined, isOff]);
}

/** Notes which evicted pods are gone, as long as some are not. */
function useDeparture({
  api,
  node,
  evictions,
  setEvictions,
  isOn,
}: {
  readonly api: Api;
  readonly node: string;
  readonly evictions: ReadonlyMap<string, Eviction>;
  readonly setEvictions: (next: ReadonlyMap<string, Eviction>) => void;
  readonly isOn: boolean;
}): void {
  const current = useRef(evictions);
  current.current = evictions;
  const isWaiting = isOn && [...evictions.values()].some(({ step }) => step === 'evicted');
  useEffect(() => {
    if (!isWaiting) return;
    const look = async (): Promise<void> => {
      const left = new Set((await podsOf(api, node)).map(uidOf));
      const noted = [...current.current].map(([uid, eviction]): [string, Eviction] =>
        eviction.step === 'evicted' && !left.has(uid) ? [uid, { step: 'gone' }] : [uid, eviction],
      );
      setEvictions(new Map(noted));
    };
    const timer = setInterval(() => void look().catch(() => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [api, node, isWaiting]);
}
