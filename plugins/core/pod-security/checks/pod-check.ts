import type { Container, EphemeralContainer } from '../../pod/shape/container.v1.js';
import type { PodSpec } from '../../pod/shape/pod.v1.js';
import type { SecurityContext } from '../../pod/shape/security-context.v1.js';

/** The part of a pod, or of a pod template, that is checked. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** A violation of a check by a pod. */
export interface Violation {
  /** The general reason, as reported for existing pods. */
  readonly reason: string;
  /** The violating containers and values, as reported for the written pod. */
  readonly detail: string;
}

/** Looks at one aspect of a pod; undefined where there is nothing against it. Pure, and linear in the size of the pod. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

type AnyContainer = Container | EphemeralContainer;

/** Returns all containers in the order in which they are reported. */
export function containersOf(spec: PodSpec): AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

/** Returns the names of the containers of which something is true. */
export function containersWhere(spec: PodSpec, isBad: (container: AnyContainer) => boolean): string[] {
  return containersOf(spec).flatMap((container) => (isBad(container) ? [container.name] : []));
}

/** Returns the names of the containers whose security settings are such; those of a container without any are empty. */
export function containersSetting(spec: PodSpec, isBad: (settings: SecurityContext) => boolean): string[] {
  return containersWhere(spec, ({ securityContext }) => isBad(securityContext ?? {}));
}
