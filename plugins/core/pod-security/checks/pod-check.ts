import type { Container, EphemeralContainer } from '../../pod/container.v1.js';
import type { PodSpec } from '../../pod/pod.v1.js';
import type { SecurityContext } from '../../pod/security-context.v1.js';

/** What is looked at of a pod, or of the template of one. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** What a check has against a pod. */
export interface Violation {
  /** In general, as it is told of pods that run already. */
  readonly reason: string;
  /** Who does it and how, as it is told of the pod that is written. */
  readonly detail: string;
}

/** Looks at one aspect of a pod; undefined where there is nothing against it. Pure, and linear in the size of the pod. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

type AnyContainer = Container | EphemeralContainer;

/** All containers in the order in which they are told of. */
export function containersOf(spec: PodSpec): AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

/** The names of the containers of which something is true. */
export function containersWhere(spec: PodSpec, isBad: (container: AnyContainer) => boolean): string[] {
  return containersOf(spec).flatMap((container) => (isBad(container) ? [container.name] : []));
}

/** The names of the containers whose security settings are such; those of a container without any are empty. */
export function containersSetting(spec: PodSpec, isBad: (settings: SecurityContext) => boolean): string[] {
  return containersWhere(spec, ({ securityContext }) => isBad(securityContext ?? {}));
}
