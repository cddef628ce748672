import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { validateObjectMetaUpdate } from '../../../src/plugin-api/built-in.js';
import { validatePodTemplateSpec } from '../pod/validation/pod-template.js';
import { prepareTemplate, templateRules, templateWarnings } from '../pod/workload-template.js';
import type { PodTemplate } from './pod-template.v1.js';

const TEMPLATE = FieldPath.of('template');

/** The rules of pod templates. */
export const podTemplateStrategy: Strategy<PodTemplate> = {
  checksMetadataOnUpdate: true,
  prepareForCreate: ({ template }, context) => prepareTemplate(template, undefined, context),
  prepareForUpdate: ({ template }, old, context) => prepareTemplate(template, old.template, context),
  validate: ({ template }, context) => validatePodTemplateSpec(template, TEMPLATE, templateRules(context)),
  validateUpdate: (object, old, context) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validatePodTemplateSpec(object.template, TEMPLATE, templateRules(context, old.template)),
  ],
  warningsOnCreate: ({ template }) => templateWarnings(template, TEMPLATE),
  warningsOnUpdate: ({ metadata, template }, old) =>
    metadata.generation === old.metadata.generation ? [] : templateWarnings(template, TEMPLATE),
};
