import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { podSecurityPolicyColumns } from './pod-security-policy.columns.js';
import { PodSecurityPolicy, PodSecurityPolicyExtensions } from './pod-security-policy.v1beta1.js';
import { validatePodSecurityPolicy } from './pod-security-policy.validation.js';

/** PodSecurityPolicy: limits on what pods may ask for, which no release after 1.24 has. */
export const podSecurityPolicyKind = defineKind<PodSecurityPolicy>({
  kind: 'PodSecurityPolicy',
  plural: 'podsecuritypolicies',
  shortNames: ['psp'],
  namespaced: false,
  versions: [
    { name: 'v1beta1', type: PodSecurityPolicy, introduced: '1.10', deprecated: '1.21', removed: '1.25' },
    {
      group: 'extensions',
      name: 'v1beta1',
      type: PodSecurityPolicyExtensions,
      conversion: sameShape,
      introduced: '1.2',
      deprecated: '1.11',
      removed: '1.16',
      replacement: 'policy/v1beta1 PodSecurityPolicy',
    },
  ],
  storageVersion: 'policy/v1beta1',
  storagePrefix: 'podsecuritypolicy',
  strategy: { validate: validatePodSecurityPolicy, validateUpdate: validatePodSecurityPolicy },
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: podSecurityPolicyColumns,
});
