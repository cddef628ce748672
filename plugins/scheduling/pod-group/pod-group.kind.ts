import { type Strategy, ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { dropGroupFields } from '../group-policy/gated-fields.js';
import { PodGroup } from './pod-group.v1alpha2.js';
import { validatePodGroup, validatePodGroupStatus, validatePodGroupUpdate } from './pod-group.validation.js';

/** The rules of groups of pods. */
const strategy: Strategy<PodGroup> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(group, { isEnabled }) {
    group.status = {};
    dropGroupFields(group.spec, undefined, isEnabled);
  },
  prepareForUpdate: ({ spec }, old, { isEnabled }) => dropGroupFields(spec, old.spec, isEnabled),
  validate: validatePodGroup,
  validateUpdate: validatePodGroupUpdate,
  validateStatusUpdate: validatePodGroupStatus,
};

/** PodGroup: pods that are scheduled as one. */
export const podGroupKind = defineKind<PodGroup>({
  kind: 'PodGroup',
  plural: 'podgroups',
  namespaced: true,
  versions: [
    { name: 'v1alpha2', type: PodGroup, onByDefault: false, featureGate: 'GenericWorkload', introduced: '1.36' },
  ],
  storageVersion: 'v1alpha2',
  storagePrefix: 'podgroups',
  strategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['metadata', 'spec'],
  columns: [nameColumn(), ageColumn()],
});
