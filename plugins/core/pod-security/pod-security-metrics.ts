import type { AdmissionAttributes, MetricsRegistry } from '../../../src/plugin-api/index.js';
import { type LevelVersion, type Mode, minorOf } from './policy.js';

type Written = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource'>;

/** The minor release of the standards that are known. */
const CURRENT_MINOR = 32;
const LABELS = ['request_operation', 'resource', 'subresource'];

/** Counts the decisions of pod security on writes, by the reference's names. */
export class PodSecurityMetrics {
  private readonly evaluations;
  private readonly exemptions;
  private readonly errors;

  constructor(registry: MetricsRegistry) {
    this.evaluations = registry.counter({
      name: 'pod_security_evaluations_total',
      help: 'Decisions of pod security, without those on exempt pods.',
      labels: ['decision', 'mode', 'policy_level', 'policy_version', ...LABELS],
    });
    this.exemptions = registry.counter({
      name: 'pod_security_exemptions_total',
      help: 'Writes that are exempt from pod security.',
      labels: LABELS,
    });
    this.errors = registry.counter({
      name: 'pod_security_errors_total',
      help: 'Failures that kept pod security from a decision (fatal), or made it take the default policy.',
      labels: ['fatal', ...LABELS],
    });
  }

  /** Counts a decision by a level. */
  decided(written: Written, mode: Mode, { level, version, isAllowed }: LevelVersion & { isAllowed: boolean }): void {
    const decision = isAllowed ? 'allow' : 'deny';
    this.evaluations.labels(decision, mode, level, versionLabel(version), ...labelsOf(written)).increment();
  }

  /** Counts a write that is exempt. */
  exempted(written: Written): void {
    this.exemptions.labels(...labelsOf(written)).increment();
  }

  /** Counts a failure; `isFatal` where it kept from a decision. */
  failed(written: Written, isFatal: boolean): void {
    this.errors.labels(String(isFatal), ...labelsOf(written)).increment();
  }
}

/** Versions beyond this release are one value: users name them as they like. */
function versionLabel(version: string): string {
  const minor = minorOf(version);
  return version === 'latest' || minor <= CURRENT_MINOR ? version : 'future';
}

function labelsOf({ operation, resource: { group, resource }, subresource }: Written): string[] {
  return [operation.toLowerCase(), group === '' && resource === 'pods' ? 'pod' : 'controller', subresource];
}
