import { UNKNOWN_CELL } from '../../../src/plugin-api/built-in.js';
import type { MetricSpec, MetricTarget } from './metric-source.v2.js';
import type { MetricStatus, MetricValueStatus } from './metric-status.v2.js';

/** Maximum number of metrics in a cell; of the others it shows the number. */
const MAX_SHOWN = 2;

/** How metrics are shown: whether those of resources are named, which they are since 1.30. */
interface MetricsFormat {
  readonly isNamed: boolean;
}

/** Returns metrics as tables show them: `cpu: 40%/50%, 5/10 + 1 more...`; empty when there are none. */
export function formatMetrics(
  specs: readonly MetricSpec[] | null | undefined,
  statuses: readonly MetricStatus[] | null | undefined,
  format: MetricsFormat,
): string {
  const shown = (specs ?? []).slice(0, MAX_SHOWN).map((spec, at) => formatMetric(spec, statuses?.[at], format));
  const more = (specs?.length ?? 0) - shown.length;
  return more > 0 ? `${shown.join(', ')} + ${more} more...` : shown.join(', ');
}

function formatMetric(spec: MetricSpec, status: MetricStatus | undefined, { isNamed }: MetricsFormat): string {
  const named = (name: string | undefined, use: string): string => (isNamed ? `${name}: ${use}` : use);
  switch (spec.type) {
    case 'External':
      return formatAmount(spec.external?.target, status?.external?.current);
    case 'Object':
      return formatAmount(spec.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current?.averageValue ?? UNKNOWN_CELL}/${spec.pods?.target?.averageValue ?? UNKNOWN_CELL}`;
    case 'Resource':
      return named(spec.resource?.name, formatUse(spec.resource?.target, status?.resource?.current));
    case 'ContainerResource':
      return named(
        spec.containerResource?.name,
        formatUse(spec.containerResource?.target, status?.containerResource?.current),
      );
    default:
      return '<unknown type>';
  }
}

function formatAmount(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue === undefined) return `${current?.value ?? UNKNOWN_CELL}/${target?.value ?? UNKNOWN_CELL}`;
  return `${current?.averageValue ?? UNKNOWN_CELL}/${target.averageValue} (avg)`;
}

function formatUse(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN_CELL}/${target.averageValue}`;
  return `${percentOr(current?.averageUtilization, UNKNOWN_CELL)}/${percentOr(target?.averageUtilization, '<auto>')}`;
}

function percentOr(percent: number | undefined, otherwise: string): string {
  return percent === undefined ? otherwise : `${percent}%`;
}
