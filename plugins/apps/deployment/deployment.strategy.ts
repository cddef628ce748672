import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import {
  isSameValue,
  prepareTemplate,
  templateRules,
  templateWarnings,
  workloadNameWarnings,
} from '../../core/index.js';
import type { Deployment } from './deployment.v1.js';
import { workloadUpdateRules } from '../selector.validation.js';
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from './deployment.validation.js';

const TEMPLATE = FieldPath.of('spec', 'template');

/** The rules of deployments. */
export const deploymentStrategy: Strategy<Deployment> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(deployment, context) {
    deployment.status = {};
    prepareTemplate(deployment.spec?.template, undefined, context);
  },

  prepareForUpdate(deployment, old, context) {
    if (context.subresource === 'status') return;
    prepareTemplate(deployment.spec?.template, old.spec?.template, context);
  },

  validate: (deployment, context) => validateDeployment(deployment, templateRules(context)),
  validateUpdate: (deployment, old, context) =>
    validateDeploymentUpdate(deployment, old, workloadUpdateRules(context, old.spec?.template)),
  validateStatusUpdate: validateDeploymentStatus,

  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata),
    ...templateWarnings(spec?.template, TEMPLATE),
  ],
  warningsOnUpdate: (deployment, old, { subresource }) =>
    subresource !== 'status' && countsAsChange(deployment, old)
      ? templateWarnings(deployment.spec?.template, TEMPLATE)
      : [],
};

/** Reports whether the specification changes. Annotations of a deployment are a part of it: its replica sets carry them too. */
export function countsAsChange(deployment: Deployment, old: Deployment): boolean {
  const isSame =
    isSameValue(deployment.spec, old.spec) && isSameValue(deployment.metadata.annotations, old.metadata.annotations);
  return !isSame;
}
