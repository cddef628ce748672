import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Clock,
  type ObjectMeta,
  Stores,
  cutText,
  forbiddenResource,
  goQuote,
  internalError,
  invalidObject,
  type AdmittedResource,
  type GroupResource,
  isObjectOf,
} from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { CheckedPod } from './checks/pod-check.js';
import { warningsAboutPods } from './existing-pods.js';
import { hasPod, podOfObject } from './pod-of-object.js';
import { type PodSecurityConfiguration, readPodSecurityConfiguration } from './pod-security.configuration.js';
import {
  type LevelVersion,
  MODES,
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

/** Subresources that change nothing of what a pod runs. */
const NAMESPACES = { group: '', resource: 'namespaces' };
/** Subresources of pods whose writes change nothing of what pods run. */
const HARMLESS = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);

/**
 * Checks pods by the standard that labels of their namespace name: rejects them, or warns about them and about
 * workloads that create such pods.
 */
@Injectable()
export class PodSecurityAdmission extends AdmissionPlugin {
  readonly name = 'PodSecurity';
  private configuration: PodSecurityConfiguration = readPodSecurityConfiguration(undefined);

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super();
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
    return this.isExempt(attributes) ? undefined : this.checkPod(attributes);
  }

  private isExempt({ namespace, user }: AdmissionAttributes): boolean {
    const { namespaces, usernames } = this.configuration.exemptions;
    return namespaces.has(namespace) || usernames.has(user.name);
  }

  private async checkPod(attributes: AdmissionAttributes): Promise<void> {
    const isEnforced = isPods(attributes.resource);
    const facts = await this.stores.of('', 'namespaces').facts({ namespace: '' }, attributes.namespace);
    if (!facts && !isEnforced) return;
    if (!facts) throw internalError(`failed to lookup namespace ${goQuote(attributes.namespace)}`);
    const { policy } = readPolicy(facts.labels, this.configuration.defaults);
    const asksNothing = policy.warn.level === 'privileged' && (!isEnforced || policy.enforce.level === 'privileged');
    const pod = asksNothing ? undefined : changedPod(attributes);
    const isExempt = this.configuration.exemptions.runtimeClasses.has(pod?.spec.runtimeClassName ?? '');
    if (pod && !isExempt) judge(attributes, pod, policy);
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

function judge(attributes: AdmissionAttributes, pod: CheckedPod, { enforce, warn }: Policy): void {
  const { resource, name } = attributes;
  const refusal = isPods(resource) ? describeViolations(enforce, pod) : undefined;
  if (refusal !== undefined) throw forbiddenResource(resource, name, `violates ${refusal}`);
  const warning = describeViolations(warn, pod);
  if (warning !== undefined) attributes.warn(`would violate ${warning}`);
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
