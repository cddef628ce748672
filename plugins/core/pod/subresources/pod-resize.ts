import { FieldPath, type FieldError, forbidden, invalid } from '../../../../src/plugin-api/index.js';
import { describeDifference, isSameValue } from '../../values/same-value.js';
import type { Container } from '../shape/container.v1.js';
import type { Pod, PodSpec } from '../shape/pod.v1.js';
import { qosClassOf } from '../qos-class.js';
import { MIRROR_ANNOTATION } from '../validation/annotations.js';

const SPEC = FieldPath.of('spec');
/** The resources that can change while a pod runs. */
const RESIZABLE: ReadonlySet<string> = new Set(['cpu', 'memory']);

type Amounts = Readonly<Record<string, string | number>> | undefined;

/**
 * Reverts all of a write through `resize` but the resources of containers and their resize policy (upstream:
 * dropNonResizeUpdates, MarkPodProposedForResize).
 */
export function keepAllButResources(pod: Pod, old: Pod): void {
  const { managedFields, resourceVersion, uid } = pod.metadata;
  const sent = new Map((pod.spec?.containers ?? []).map((container) => [container.name, container]));
  pod.metadata = { ...structuredClone(old.metadata), managedFields, resourceVersion, uid };
  const spec = structuredClone(old.spec!);
  spec.containers = containersOf(spec).map((container) => {
    const { resources, resizePolicy } = sent.get(container.name) ?? container;
    return { ...container, resources, resizePolicy };
  });
  pod.spec = spec;
  pod.status = structuredClone(old.status);
  if (!isSameValue(resourcesOf(spec), resourcesOf(old.spec!))) pod.status = { ...pod.status, resize: 'Proposed' };
}

function containersOf({ containers = [] }: PodSpec): Container[] {
  return containers;
}

function resourcesOf(spec: PodSpec): unknown[] {
  return containersOf(spec).map(({ resources }) => resources);
}

/** Returns why a pod cannot be resized at all. */
export function resizeRefusal({ metadata, spec }: Pod, old: Pod): FieldError | undefined {
  const refuse = (why: string): FieldError => forbidden(FieldPath.of(''), why);
  if (hasAmounts(old.spec?.resources) || hasAmounts(spec?.resources))
    return refuse('pods with pod-level resources cannot be resized');
  if (metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) return refuse('static pods cannot be resized');
  if (old.spec?.os?.name === 'windows') return refuse('windows pods cannot be resized');
  return undefined;
}

function hasAmounts(resources: { limits?: object; requests?: object } | undefined): boolean {
  return Object.keys({ ...resources?.limits, ...resources?.requests }).length > 0;
}

/** Checks how the resources of a pod change. */
export function resizeFaults(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  if ((old.status?.qosClass || qosClassOf(old.spec!)) !== qosClassOf(pod.spec!)) {
    errors.push(invalid(SPEC, pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing'));
  }
  if (!isSupported(old)) errors.push(forbidden(SPEC, 'Pod running on node without support for resize'));
  const next = containersOf(pod.spec!);
  containersOf(old.spec!).forEach((container, i) => errors.push(...removals(next[i], container, i)));
  const rest = withoutResizes(pod.spec!, old.spec!);
  if (!isSameValue(rest, old.spec)) {
    errors.push(forbidden(SPEC, `only cpu and memory resources are mutable\n${describeDifference(old.spec, rest)}`));
  }
  return errors;
}

/** Nodes that support resizing report allocated resources. */
function isSupported({ status }: Pod): boolean {
  const running = (status?.containerStatuses ?? []).find(({ state }) => state?.running);
  return running === undefined || running.resources !== undefined;
}

function removals(container: Container, old: Container, index: number): FieldError[] {
  const path = SPEC.child('containers').index(index).child('resources');
  return (['requests', 'limits'] as const).flatMap((kind) => {
    const [amounts, before]: Amounts[] = [container.resources?.[kind], old.resources?.[kind]];
    const isRemoved = Object.keys(before ?? {}).some((name) => amounts?.[name] === undefined);
    return isRemoved ? [forbidden(path.child(kind), `resource ${kind} cannot be removed`)] : [];
  });
}

/** The spec as it would be without what may change. */
function withoutResizes(spec: PodSpec, old: PodSpec): PodSpec {
  const before = containersOf(old);
  const containers = containersOf(spec).map((container, i) => {
    const { resources: former, resizePolicy } = before[i];
    const limits = withoutResizable(container.resources?.limits, former?.limits);
    const requests = withoutResizable(container.resources?.requests, former?.requests);
    const resources = { ...container.resources, limits, requests };
    return { ...container, resizePolicy, resources: limits || requests || container.resources ? resources : undefined };
  });
  return { ...spec, containers } as PodSpec;
}

function withoutResizable(amounts: Amounts, before: Amounts): Amounts {
  const kept = Object.entries(amounts ?? {}).filter(([name]) => !RESIZABLE.has(name));
  const former = Object.entries(before ?? {}).filter(([name]) => RESIZABLE.has(name));
  const all = [...kept, ...former];
  return all.length === 0 ? before : Object.fromEntries(all);
}
