import {
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  LabelMatcher,
  notSupported,
  type ApiObject,
  type Column,
  type FieldError,
  type LabelSelector,
  type ObjectMeta,
  type StrategyContext,
} from '../../../src/plugin-api/index.js';
import { givenMap, goStringMap } from '../../../src/plugin-api/built-in.js';
import { dropDisabledPodFields } from './shape/disabled-fields.js';
import { defaultImageVolume } from '../volume/volume.defaults.js';
import type { PodTemplateSpec } from './shape/pod.v1.js';
import { podRules } from './pod.strategy.js';
import { podSpecWarnings } from './warnings/pod.warnings.js';
import { validatePodTemplateSpec } from './validation/pod-template.js';
import type { PodRules } from './validation/rules.js';

/** The error if a workload's selector does not match its template. */
export const NO_MATCH = '`selector` does not match template `labels`';

/** Checks that a workload's selector finds the pods of its template; a selector that cannot be read finds all. */
export function validateTemplateLabels(
  template: PodTemplateSpec | undefined,
  selector: LabelSelector | undefined | null,
  path: FieldPath,
): FieldError[] {
  const labels = givenMap(template?.metadata, 'labels');
  const matcher = matcherOf(selector);
  if (!matcher || matcher.isEverything || matcher.matches(labels)) return [];
  return [invalid(path.child('metadata', 'labels'), goStringMap(labels), NO_MATCH)];
}

/** Reads a selector; undefined when it cannot be read. */
export function matcherOf(selector: LabelSelector | undefined | null): LabelMatcher | undefined {
  try {
    return LabelMatcher.fromObject(selector);
  } catch {
    return undefined;
  }
}

/** Checks what pods of a workload that always runs may not have; `owner` names the kind in messages. */
export function validateLastingTemplate(
  template: PodTemplateSpec | undefined,
  path: FieldPath,
  owner: string,
): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = template?.spec ?? {};
  const place = path.child('spec');
  const errors: FieldError[] = [];
  if (restartPolicy !== 'Always')
    errors.push(notSupported(place.child('restartPolicy'), restartPolicy ?? '', ['Always']));
  if (activeDeadlineSeconds !== undefined) {
    const text = `activeDeadlineSeconds in ${owner} is not Supported`;
    errors.push(forbidden(place.child('activeDeadlineSeconds'), text));
  }
  return errors;
}

/** The part of a workload's spec that says which pods it runs. */
export interface TemplateOwner {
  readonly template?: PodTemplateSpec;
  readonly selector?: LabelSelector | null;
}

/** Checks the template of a workload that always runs, its labels against the workload's selector first. */
export function validateWorkloadTemplate(
  { template, selector }: TemplateOwner,
  path: FieldPath,
  options: { owner: string; rules: PodRules },
): FieldError[] {
  return [
    ...validateTemplateLabels(template, selector, path),
    ...validatePodTemplateSpec(template, path, options.rules),
    ...validateLastingTemplate(template, path, options.owner),
  ];
}

/** Returns the parameters of the rules for a template; faults of the stored template `old` are tolerated. */
export function templateRules(context: StrategyContext, old?: PodTemplateSpec): PodRules {
  return podRules(context, old && { spec: old.spec, annotations: old.metadata?.annotations }, { isPod: false });
}

/** Prepares a template for storage: fields that no gate allows are dropped. */
export function prepareTemplate(
  template: PodTemplateSpec | undefined,
  old: PodTemplateSpec | undefined,
  context: StrategyContext,
): void {
  dropDisabledPodFields(template?.spec, old?.spec, context);
  for (const volume of template?.spec?.volumes ?? []) defaultImageVolume(volume);
}

/** Returns warnings for a template at `path`. */
export function templateWarnings(template: PodTemplateSpec | undefined, path: FieldPath): string[] {
  return podSpecWarnings(template ?? {}, path, { isTemplate: true });
}

/** Returns warnings for a workload's name, which its pods' names begin with. */
export function workloadNameWarnings({ name = '' }: ObjectMeta): string[] {
  const faults = isDns1123Label(name);
  if (faults.length === 0) return [];
  const text =
    'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: ${text}: [${faults.join(' ')}]`];
}

/** Returns the columns that show the containers of a template. */
export function containerColumns<T extends ApiObject>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
  priority = 1,
): readonly Column<T>[] {
  const list = (object: T, text: 'name' | 'image'): string =>
    (templateOf(object)?.spec?.containers ?? []).map((container) => container[text] ?? '').join(',');
  return [
    {
      name: 'Containers',
      type: 'string',
      description: 'Names of the containers.',
      priority,
      cell: (o) => list(o, 'name'),
    },
    {
      name: 'Images',
      type: 'string',
      description: 'Images of the containers.',
      priority,
      cell: (o) => list(o, 'image'),
    },
  ];
}

/** Returns a selector as tables show it. */
export function formatSelector(selector: LabelSelector | undefined | null): string {
  const matcher = matcherOf(selector);
  if (!selector) return '<none>';
  return matcher ? matcher.toString() || '<none>' : '<error>';
}
