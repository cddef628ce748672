import {
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  ageColumn,
  defineKind,
  invalid,
  isDeepEqual,
  nameColumn,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, hasRule, validateAnnotations, validateLabels } from '../../../src/plugin-api/built-in.js';
import type { SelectorRules } from '../device-request/device-selector.validation.js';
import { loadSelectorRules, selectorRules } from '../device-request/selector-rules.js';
import { dropClaimFields } from '../gated-fields.js';
import { shownClaimSpec } from '../internal-form.js';
import { validateClaimSpec } from '../resource-claim/resource-claim.validation.js';
import { V1ALPHA3, V1BETA2 } from '../types-in-versions.js';
import { STORED_AS, V1ALPHA3_VERSION, V1BETA1_VERSION, V1BETA2_VERSION, VERSION } from '../versions.js';
import { templateFromV1beta1 } from './resource-claim-template.conversion.js';
import { ResourceClaimTemplateV1beta1Type } from './resource-claim-template.v1beta1.js';
import { ResourceClaimTemplate } from './resource-claim-template.v1.js';

const SPEC = FieldPath.of('spec');

const strategy: Strategy<ResourceClaimTemplate> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: ({ spec }, context) => dropClaimFields(spec.spec.devices, undefined, context),
  prepareForUpdate: ({ spec }, old, context) => dropClaimFields(spec.spec.devices, old.spec.spec.devices, context),
  loadRules: loadSelectorRules,
  validate: (template, context) => templateErrors(template, selectorRules(context, false)),
  validateUpdate: updateErrors,
};

/** ResourceClaimTemplate: what claims are made from, one for every pod. */
export const resourceClaimTemplateKind = defineKind<ResourceClaimTemplate>({
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  namespaced: true,
  versions: [
    { ...VERSION, type: ResourceClaimTemplate },
    { ...V1BETA2_VERSION, type: V1BETA2.of(ResourceClaimTemplate) },
    { ...V1BETA1_VERSION, type: ResourceClaimTemplateV1beta1Type, conversion: templateFromV1beta1 },
    { ...V1ALPHA3_VERSION, type: V1ALPHA3.of(ResourceClaimTemplateV1beta1Type), conversion: templateFromV1beta1 },
  ],
  storageVersion: 'v1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'resourceclaimtemplates',
  strategy,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: [nameColumn(), ageColumn()],
});

function updateErrors(
  template: ResourceClaimTemplate,
  old: ResourceClaimTemplate,
  context: StrategyContext,
): FieldError[] {
  const isSame = isDeepEqual(template.spec, old.spec);
  const immutable = isSame ? [] : [invalid(SPEC, shownSpec(template), IMMUTABLE_MESSAGE)];
  // Expressions are compiled again since release 1.33.
  const errors = templateErrors(template, selectorRules(context, !hasRule({ since: '1.33' })));
  return hasRule({ since: '1.33' }) ? [...errors, ...immutable] : [...immutable, ...errors];
}

/** The metadata of the internal type has no name: its members stand beside the contents. */
function shownSpec({ spec: { metadata, spec } }: ResourceClaimTemplate): unknown {
  if (!hasRule({ since: '1.34' })) return { metadata, spec: shownClaimSpec(spec) };
  const { creationTimestamp, ...rest } = metadata ?? {};
  return { ...rest, ...(creationTimestamp && { creationTimestamp }), Spec: shownClaimSpec(spec) };
}

function templateErrors({ spec }: ResourceClaimTemplate, rules: SelectorRules): FieldError[] {
  const { labels, annotations } = spec.metadata ?? {};
  const path = SPEC.child('metadata');
  return [
    ...validateAnnotations(annotations, path.child('annotations')),
    ...validateLabels(labels ?? null, path.child('labels')),
    ...validateClaimSpec(spec.spec, SPEC.child('spec'), rules),
  ];
}
