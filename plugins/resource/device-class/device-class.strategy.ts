import {
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  invalid,
  isDeepEqual,
} from '../../../src/plugin-api/index.js';
import { MAX_CONFIGURATIONS, validateConfiguration } from '../device-request/device-configuration.validation.js';
import { validateSelectors } from '../device-request/device-selector.validation.js';
import { loadSelectorRules, selectorRules } from '../device-request/selector-rules.js';
import { validateList } from '../names.validation.js';
import { isExtendedResource } from '../../core/index.js';
import type { DeviceClass, DeviceClassSpec } from './device-class.v1.js';

const SPEC = FieldPath.of('spec');

/** The rules of classes. */
export const deviceClassStrategy: Strategy<DeviceClass> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: ({ spec }, { isEnabled }) => dropExtendedResource(spec, undefined, isEnabled),
  prepareForUpdate: ({ spec }, old, { isEnabled }) => dropExtendedResource(spec, old.spec, isEnabled),
  loadRules: loadSelectorRules,
  validate: ({ spec }, context) => specErrors(spec, undefined, context),
  validateUpdate: ({ spec }, old, context) => specErrors(spec, old.spec, context),
};

function dropExtendedResource(
  spec: DeviceClassSpec,
  old: DeviceClassSpec | undefined,
  isEnabled: (gate: string) => boolean,
): void {
  if (!isEnabled('DRAExtendedResource') && old?.extendedResourceName === undefined) delete spec.extendedResourceName;
}

function specErrors(spec: DeviceClassSpec, old: DeviceClassSpec | undefined, context: StrategyContext): FieldError[] {
  const hasStored = (member: 'config' | 'selectors'): boolean =>
    old !== undefined && isDeepEqual(spec[member] ?? [], old[member] ?? []);
  const isStored = hasStored('config');
  return [
    ...validateSelectors(spec.selectors, SPEC.child('selectors'), selectorRules(context, hasStored('selectors'))),
    ...validateList(spec.config, SPEC.child('config'), {
      max: MAX_CONFIGURATIONS,
      check: (config, path) => validateConfiguration(config, path, isStored),
    }),
    ...extendedResourceErrors(spec.extendedResourceName),
  ];
}

function extendedResourceErrors(name: string | undefined): FieldError[] {
  if (name === undefined || isExtendedResource(name)) return [];
  return [invalid(SPEC.child('extendedResourceName'), name, 'must be a valid extended resource name')];
}
