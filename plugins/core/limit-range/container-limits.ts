import type { ResourceRequirements } from '../pod/shape/container.v1.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { ResourceAmounts } from '../resource-name/resource-amounts.js';
import type { LimitRange } from './limit-range.v1.js';

const ANNOTATION = 'kubernetes.io/limit-ranger';

type Side = 'requests' | 'limits';

/** Sets the default resources of a limit range on containers without their own, and records that on the pod. */
export function setDefaultResources(range: LimitRange, pod: Pod): void {
  const { spec, metadata } = pod;
  if (!spec) return;
  const defaults = defaultsOf(range);
  const notes = [
    ...(spec.containers ?? []).flatMap((container) => fill(container, 'container', defaults)),
    ...(spec.initContainers ?? []).flatMap((container) => fill(container, 'init container', defaults)),
  ];
  if (notes.length === 0) return;
  metadata.annotations = { ...metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
}

function defaultsOf({ spec }: LimitRange): Readonly<Record<Side, ResourceAmounts>> {
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'Container');
  return {
    requests: Object.assign({}, ...items.map(({ defaultRequest }) => defaultRequest)) as ResourceAmounts,
    limits: Object.assign({}, ...items.map((item) => item.default)) as ResourceAmounts,
  };
}

function fill(
  container: { name: string; resources?: ResourceRequirements },
  role: string,
  defaults: Readonly<Record<Side, ResourceAmounts>>,
): string[] {
  const resources = (container.resources ??= {});
  return (['requests', 'limits'] as const).flatMap((side) => {
    const missing = Object.keys(defaults[side]).filter((name) => resources[side]?.[name] === undefined);
    if (missing.length === 0) return [];
    resources[side] = { ...defaults[side], ...resources[side] };
    return [`${missing.sort().join(', ')} ${side.slice(0, -1)} for ${role} ${container.name}`];
  });
}
