import {
  type FieldError,
  FieldPath,
  type Strategy,
  ageColumn,
  defineKind,
  invalid,
  isDeepEqual,
  nameColumn,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, validateAnnotations, validateLabels } from '../../../src/plugin-api/built-in.js';
import { dropAdminAccess } from '../gated-fields.js';
import { validateClaimSpec } from '../resource-claim/resource-claim.validation.js';
import { OLD_VERSION, VERSION } from '../versions.js';
import { ResourceClaimTemplateV1alpha3 } from './resource-claim-template.v1alpha3.js';
import { ResourceClaimTemplate } from './resource-claim-template.v1beta1.js';

const SPEC = FieldPath.of('spec');

const strategy: Strategy<ResourceClaimTemplate> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: ({ spec }, { isEnabled }) => dropAdminAccess(spec.spec.devices, undefined, isEnabled),
  prepareForUpdate: ({ spec }, old, { isEnabled }) => {
    dropAdminAccess(spec.spec.devices, old.spec.spec.devices, isEnabled);
  },
  validate: (template) => templateErrors(template, false),
  validateUpdate: (template, old) => [
    ...(isDeepEqual(template.spec, old.spec) ? [] : [invalid(SPEC, template.spec, IMMUTABLE_MESSAGE)]),
    ...templateErrors(template, true),
  ],
};

/** ResourceClaimTemplate: what claims are made from, one for every pod. */
export const resourceClaimTemplateKind = defineKind<ResourceClaimTemplate>({
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  namespaced: true,
  versions: [
    { ...VERSION, type: ResourceClaimTemplate },
    {
      ...OLD_VERSION,
      type: ResourceClaimTemplateV1alpha3,
      replacement: 'resource.k8s.io/v1beta1 ResourceClaimTemplate',
    },
  ],
  storageVersion: 'v1beta1',
  storagePrefix: 'resourceclaimtemplates',
  strategy,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: [nameColumn(), ageColumn()],
});

function templateErrors({ spec }: ResourceClaimTemplate, isStored: boolean): FieldError[] {
  const { labels, annotations } = spec.metadata ?? {};
  const path = SPEC.child('metadata');
  return [
    ...validateAnnotations(annotations, path.child('annotations')),
    ...validateLabels(labels ?? null, path.child('labels')),
    ...validateClaimSpec(spec.spec, SPEC.child('spec'), isStored),
  ];
}
