import {
  FieldPath,
  invalid,
  isDns1123Label,
  LabelMatcher,
  required,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import {
  goLabelSelector,
  goStringMap,
  IMMUTABLE_MESSAGE,
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../src/plugin-api/built-in.js';
import { shownPodSpec, shownTemplate, isSameValue, type PodRules, type PodTemplateSpec } from '../../core/index.js';
import { generatedLabels, LEGACY_LABELS, legacyLabels, PREFIXED_LABELS } from './job-labels.js';
import { goFailurePolicy, goSuccessPolicy } from './shown-policies.js';
import { validateJobSpec } from './job-spec.validation.js';
import type { Job, JobSpec } from './job.v1.js';

const SPEC = FieldPath.of('spec');
const TEMPLATE_LABELS = SPEC.child('template', 'metadata', 'labels');

/** The parameters of the rules for a job. */
export interface JobRules {
  readonly pod: PodRules;
  /** Pods have to carry the labels below batch.kubernetes.io too; jobs of old releases lack them. */
  readonly needsPrefixedLabels: boolean;
  /** Where its pods run may still be changed: the job is suspended and has never been started. */
  readonly canMovePods: boolean;
  /** The resources of its pods may change, too. */
  readonly canResizePods: boolean;
}

/** Checks a job. */
export function validateJob(job: Job, rules: JobRules): FieldError[] {
  const spec = job.spec!;
  return [
    ...generatedSelectorErrors(job, rules),
    ...validateJobSpec(spec, SPEC, rules.pod),
    ...hostnameErrors(job.metadata.name ?? '', spec),
  ];
}

function hostnameErrors(name: string, { completionMode, completions = 0 }: JobSpec): FieldError[] {
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const longest = `${name}-${completions - 1}`;
  if (isDns1123Label(longest).length === 0) return [];
  const text = `will not able to create pod with invalid DNS label: ${longest}`;
  return [invalid(FieldPath.of('metadata', 'name'), name, text)];
}

function generatedSelectorErrors(job: Job, rules: JobRules): FieldError[] {
  const { selector, manualSelector, template } = job.spec!;
  if (manualSelector || !selector) return [];
  const expected = rules.needsPrefixedLabels ? generatedLabels(job) : legacyLabels(job);
  const names = [...LEGACY_LABELS, ...(rules.needsPrefixedLabels ? PREFIXED_LABELS : [])];
  return [
    ...(job.metadata.uid ? [] : [required(FieldPath.of('metadata', 'uid'))]),
    ...names.flatMap((name) => labelErrors(template.metadata?.labels, name, expected[name])),
    ...(isSelected(job, expected)
      ? []
      : [invalid(SPEC.child('selector'), goLabelSelector(selector), '`selector` not auto-generated')]),
  ];
}

function labelErrors(
  labels: Readonly<Record<string, string>> | undefined,
  name: string,
  expected: string,
): FieldError[] {
  const path = TEMPLATE_LABELS.key(name);
  const text = `must be '${expected}'`;
  const value = labels?.[name];
  if (value === undefined) return [required(path, text)];
  return value === expected ? [] : [invalid(path, goStringMap(labels), text)];
}

function isSelected(job: Job, labels: Readonly<Record<string, string>>): boolean {
  try {
    return LabelMatcher.fromObject(job.spec?.selector).matches(labels);
  } catch {
    return true;
  }
}

/** Checks a change of a job: of what it does, little may change. */
export function validateJobUpdate(job: Job, old: Job, rules: JobRules): FieldError[] {
  const [spec, oldSpec] = [job.spec!, old.spec!];
  return [
    ...validateObjectMeta(job.metadata, { namespaced: true }),
    ...validateJob(job, rules),
    ...validateObjectMetaUpdate(job.metadata, old.metadata),
    ...validateJobSpec(spec, SPEC, rules.pod),
    ...completionErrors(spec, oldSpec),
    ...(isSameValue(spec.selector, oldSpec.selector)
      ? []
      : [invalid(SPEC.child('selector'), goLabelSelector(spec.selector), IMMUTABLE_MESSAGE)]),
    ...templateErrors(spec.template, oldSpec.template, rules),
    ...validateImmutable(spec.completionMode, oldSpec.completionMode, SPEC.child('completionMode')),
    ...immutableErrors('podFailurePolicy', spec, oldSpec),
    ...immutableErrors('backoffLimitPerIndex', spec, oldSpec),
    ...immutableErrors('managedBy', spec, oldSpec),
    ...immutableErrors('successPolicy', spec, oldSpec),
  ];
}

function immutableErrors(name: keyof JobSpec, spec: JobSpec, old: JobSpec): FieldError[] {
  if (isSameValue(spec[name], old[name])) return [];
  return [invalid(SPEC.child(name), shownMember(name, spec), IMMUTABLE_MESSAGE)];
}

function shownMember(name: keyof JobSpec, spec: JobSpec): unknown {
  if (name === 'podFailurePolicy' && spec.podFailurePolicy) return goFailurePolicy(spec.podFailurePolicy);
  if (name === 'successPolicy' && spec.successPolicy) return goSuccessPolicy(spec.successPolicy);
  return spec[name] ?? null;
}

function completionErrors(spec: JobSpec, old: JobSpec): FieldError[] {
  const { completions, parallelism } = spec;
  if (spec.completionMode !== 'Indexed') return immutableErrors('completions', spec, old);
  if (completions === old.completions || completions === undefined || completions === parallelism) return [];
  return [invalid(SPEC.child('completions'), completions, 'can only be modified in tandem with spec.parallelism')];
}

function templateErrors(template: PodTemplateSpec, old: PodTemplateSpec, rules: JobRules): FieldError[] {
  const placed = rules.canMovePods ? withPlacementOf(old, template) : old;
  const last = rules.canResizePods ? withResourcesOf(placed, template) : placed;
  if (isSameValue(withoutAffinityShell(template), withoutAffinityShell(last))) return [];
  const path = SPEC.child('template');
  return rules.canResizePods
    ? [invalid(path.child('spec'), shownPodSpec(template.spec), IMMUTABLE_MESSAGE)]
    : [invalid(path, shownTemplate(template), IMMUTABLE_MESSAGE)];
}

/** The old template with everything from the new one that says where pods run. */
function withPlacementOf(old: PodTemplateSpec, next: PodTemplateSpec): PodTemplateSpec {
  const { nodeSelector, tolerations, schedulingGates, affinity } = next.spec ?? {};
  const nodeAffinity = affinity?.nodeAffinity;
  const { labels, annotations } = next.metadata ?? {};
  return {
    metadata: { ...old.metadata, labels, annotations },
    spec: {
      ...old.spec,
      nodeSelector,
      tolerations,
      schedulingGates,
      affinity: { ...old.spec?.affinity, nodeAffinity },
    },
  };
}

/** The old template with the resources that the new one gives to the same containers. */
function withResourcesOf(old: PodTemplateSpec, next: PodTemplateSpec): PodTemplateSpec {
  const resized = (name: 'containers' | 'initContainers') => {
    const byName = new Map((next.spec?.[name] ?? []).map((container) => [container.name, container.resources]));
    return old.spec?.[name]?.map((container) => {
      return byName.has(container.name) ? { ...container, resources: byName.get(container.name) } : container;
    });
  };
  const parts = { containers: resized('containers') ?? [], initContainers: resized('initContainers') };
  return { ...old, spec: { ...old.spec, ...parts, resources: next.spec?.resources } };
}

/** An affinity in which nothing is set counts as none. */
function withoutAffinityShell(template: PodTemplateSpec): PodTemplateSpec {
  const affinity = template.spec?.affinity;
  const isShell = affinity !== undefined && Object.values(affinity).every((part) => part === undefined);
  return isShell ? { ...template, spec: { ...template.spec, affinity: undefined } } : template;
}
