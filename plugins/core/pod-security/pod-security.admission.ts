import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Clock,
  MetricsRegistry,
  type ObjectMeta,
  Stores,
  forbiddenResource,
  invalidObject,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import {
  cutText,
  formatFieldErrors,
  goQuote,
  internalError,
  type GroupResource,
  isObjectOf,
} from '../../../src/plugin-api/built-in.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { CheckedPod } from './checks/pod-check.js';
import { warningsAboutPods } from './existing-pods.js';
import { hasPod, podOfObject } from './pod-of-object.js';
import { PodSecurityMetrics } from './pod-security-metrics.js';
import { type PodSecurityConfiguration, readPodSecurityConfiguration } from './pod-security.configuration.js';
import {
  AUDIT,
  type LevelVersion,
  MODES,
  type Mode,
  type Policy,
  formatLevel,
  isSameLevel,
  isStricter,
  labelsOf,
  readPolicy,
} from './policy.js';
import { isSignificantUpdate } from './significant-update.js';
import { violationsOf } from './standards.js';

/** Maximum length of the details on the containers of a pod that violate one check. */
const MAX_DETAIL = 4 * 1024;

const NAMESPACES = { group: '', resource: 'namespaces' };
/** Subresources of pods whose writes change nothing of what pods run. */
const HARMLESS = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);
const PRIVILEGED: LevelVersion = { level: 'privileged', version: 'latest' };

/**
 * Checks pods by the standard that labels of their namespace name: rejects them, or warns about them and about
 * workloads that create such pods, or has both in the audit log.
 */
@Injectable()
export class PodSecurityAdmission extends AdmissionPlugin {
  readonly name = 'PodSecurity';
  private configuration: PodSecurityConfiguration = readPodSecurityConfiguration(undefined);

  private readonly metrics: PodSecurityMetrics;

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
  ) {
    super();
    this.metrics = new PodSecurityMetrics(registry);
  }

  override configure(configuration: unknown): void {
    this.configuration = readPodSecurityConfiguration(configuration);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
    if (isObjectOf(resource, NAMESPACES)) return true;
    const { subresource } = resource;
    return hasPod(resource) && (subresource === '' || (isPods(resource) && !HARMLESS.has(subresource)));
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    if (!hasPod(attributes.resource)) return this.checkNamespace(attributes);
    const exemption = this.exemptionOf(attributes);
    if (exemption === undefined) return this.checkPod(attributes);
    this.exempt(attributes, exemption);
  }

  private exempt(attributes: AdmissionAttributes, by: 'namespace' | 'runtimeClass' | 'user'): void {
    this.metrics.exempted(attributes);
    attributes.annotate(AUDIT.exempt, by);
  }

  private exemptionOf({ namespace, user }: AdmissionAttributes): 'namespace' | 'user' | undefined {
    const { namespaces, usernames } = this.configuration.exemptions;
    if (namespaces.has(namespace)) return 'namespace';
    return usernames.has(user.name) ? 'user' : undefined;
  }

  private async checkPod(attributes: AdmissionAttributes): Promise<void> {
    const isEnforced = isPods(attributes.resource);
    const facts = await this.stores.of('', 'namespaces').facts({ namespace: '' }, attributes.namespace);
    if (!facts) {
      this.metrics.failed(attributes, true);
      return reportMissingNamespace(attributes, isEnforced);
    }
    const { policy, errors } = readPolicy(facts.labels, this.configuration.defaults);
    if (errors.length === 0 && asksNothing(policy, isEnforced)) {
      if (isEnforced) this.admitPrivileged(attributes, policy.enforce);
      return;
    }
    const pod = changedPod(attributes);
    if (!pod) return;
    if (this.configuration.exemptions.runtimeClasses.has(pod.spec.runtimeClassName ?? '')) {
      return this.exempt(attributes, 'runtimeClass');
    }
    if (errors.length > 0) {
      attributes.annotate(AUDIT.error, `Failed to parse policy: ${formatFieldErrors(errors)}`);
      this.metrics.failed(attributes, false);
    }
    this.judge(attributes, pod, policy);
  }

  private admitPrivileged(attributes: AdmissionAttributes, level: LevelVersion): void {
    attributes.annotate(AUDIT.enforcedPolicy, formatLevel(PRIVILEGED));
    this.metrics.decided(attributes, 'enforce', { ...level, isAllowed: true });
  }

  /** Checks a pod in all modes. A violation is in the audit log also if it is a rejection. */
  private judge(attributes: AdmissionAttributes, pod: CheckedPod, policy: Policy): void {
    const { resource, name } = attributes;
    const describe = describerOf(pod);
    const count = (mode: Mode, isAllowed: boolean): void =>
      this.metrics.decided(attributes, mode, { ...policy[mode], isAllowed });
    const isEnforced = isPods(resource);
    const refusal = isEnforced ? describe(policy.enforce) : undefined;
    if (isEnforced) {
      attributes.annotate(AUDIT.enforcedPolicy, formatLevel(policy.enforce));
      count('enforce', refusal === undefined);
    }
    const audited = describe(policy.audit);
    if (audited !== undefined) {
      attributes.annotate(AUDIT.violations, `would violate ${audited}`);
      count('audit', false);
    }
    if (refusal !== undefined) throw forbiddenResource(resource, name, `violates ${refusal}`);
    const warning = describe(policy.warn);
    if (warning === undefined) return;
    attributes.warn(`would violate ${warning}`);
    count('warn', false);
  }

  private checkNamespace(attributes: AdmissionAttributes): void | Promise<void> {
    const { kind, object, oldObject } = attributes;
    const { name = '', labels } = object!.metadata;
    const { defaults } = this.configuration;
    const next = readPolicy(labels, defaults);
    const old = oldObject && readPolicy(oldObject.metadata.labels, defaults);
    const isNewFault = JSON.stringify(next.errors) !== JSON.stringify(old?.errors ?? []);
    if (next.errors.length > 0 && isNewFault) throw invalidObject(kind, name, next.errors);
    if (old && !asksForMore(next.policy.enforce, old.policy.enforce)) return undefined;
    if (this.configuration.exemptions.namespaces.has(name)) return this.warnOfExemption(attributes, next.policy);
    return old && this.warnAboutPods(attributes, next.policy.enforce);
  }

  private warnOfExemption({ object, warn }: AdmissionAttributes, policy: Policy): void {
    const { defaults } = this.configuration;
    const isUsual = MODES.every((mode) => isSameLevel(policy[mode], defaults[mode]));
    if (isUsual || MODES.every((mode) => policy[mode].level === 'privileged')) return;
    const { name = '', labels = {} } = object!.metadata;
    const asked = MODES.filter((mode) => policy[mode].level !== 'privileged' && isLabelled(labels, labelsOf(mode)));
    const text = asked.map((mode) => `${mode}=${formatLevel(policy[mode])}`).join(', ');
    warn(`namespace ${goQuote(name)} is exempt from Pod Security, and the policy (${text}) will be ignored`);
  }

  private async warnAboutPods({ object, warn }: AdmissionAttributes, level: LevelVersion): Promise<void> {
    const { exemptions } = this.configuration;
    const namespace = object!.metadata.name ?? '';
    const store = this.stores.of<Pod>('', 'pods');
    for (const text of await warningsAboutPods(store, this.clock, { namespace, level, exemptions })) warn(text);
  }
}

function isPods({ group, resource }: GroupResource): boolean {
  return group === '' && resource === 'pods';
}

/** The pod that is written or made by what is written; undefined where it stays as it is in all that matters. */
function changedPod(attributes: AdmissionAttributes): CheckedPod | undefined {
  const { resource, object, oldObject } = attributes;
  const pod = podOfObject(resource, object!);
  const old = isPods(resource) && oldObject ? podOfObject(resource, oldObject) : undefined;
  return pod && old && !isSignificantUpdate(pod, old) ? undefined : pod;
}

/** Rejects a pod whose namespace is not found; what makes pods is accepted, since its pods are checked themselves. */
function reportMissingNamespace(attributes: AdmissionAttributes, isEnforced: boolean): void {
  const { namespace } = attributes;
  const failed = `failed to lookup namespace ${goQuote(namespace)}`;
  if (isEnforced) throw internalError(failed);
  attributes.annotate(AUDIT.error, `${failed}: namespaces ${goQuote(namespace)} not found`);
}

/** Reports whether no mode that applies checks anything; levels are enforced on pods alone. */
function asksNothing(policy: Policy, isEnforced: boolean): boolean {
  return MODES.every((mode) => policy[mode].level === 'privileged' || (mode === 'enforce' && !isEnforced));
}

/** Describes the violations of levels, of which modes often have the same: each is checked once. */
function describerOf(pod: CheckedPod): (level: LevelVersion) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (level) => {
    const key = formatLevel(level);
    if (!found.has(key)) found.set(key, describeViolations(level, pod));
    return found.get(key);
  };
}

function describeViolations(policy: LevelVersion, pod: CheckedPod): string | undefined {
  const violations = violationsOf(policy, pod);
  if (violations.length === 0) return undefined;
  const texts = violations.map(({ reason, detail }) => `${reason} (${cutText(detail, MAX_DETAIL)})`);
  return `PodSecurity ${goQuote(formatLevel(policy))}: ${texts.join(', ')}`;
}

/** Reports whether previously accepted pods may violate the new level. */
function asksForMore(level: LevelVersion, old: LevelVersion): boolean {
  if (level.level === 'privileged' || isSameLevel(level, old)) return false;
  return level.version !== old.version || isStricter(level.level, old.level);
}

function isLabelled(labels: NonNullable<ObjectMeta['labels']>, names: readonly string[]): boolean {
  return names.some((name) => labels[name] !== undefined);
}
