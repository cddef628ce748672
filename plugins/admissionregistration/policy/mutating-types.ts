import { TypesInVersion } from '../../../src/plugin-api/built-in.js';
import { MatchCondition, MatchResources } from '../match-resources/match-resources.v1.js';
import { MatchConditionV1alpha1, MatchResourcesV1alpha1 } from '../match-resources/match-resources.v1alpha1.js';
import { MatchConditionV1beta1, MatchResourcesV1beta1 } from '../match-resources/match-resources.v1beta1.js';
import { ParamKind, ParamRef, Variable } from './policy.v1.js';
import { ParamKindV1alpha1, ParamRefV1alpha1, VariableV1alpha1 } from './policy.v1alpha1.js';
import { ParamKindV1beta1, ParamRefV1beta1, VariableV1beta1 } from './policy.v1beta1.js';

const DECLARED = 'k8s.io.api.admissionregistration.v1alpha1';

/** The types of mutating policies in v1, declared for v1alpha1; those they share with validating policies are there already. */
export const MUTATING_V1 = new TypesInVersion(DECLARED, 'v1')
  .replace(MatchConditionV1alpha1, MatchCondition)
  .replace(MatchResourcesV1alpha1, MatchResources)
  .replace(ParamKindV1alpha1, ParamKind)
  .replace(ParamRefV1alpha1, ParamRef)
  .replace(VariableV1alpha1, Variable);

/** The same in v1beta1. */
export const MUTATING_V1BETA1 = new TypesInVersion(DECLARED, 'v1beta1')
  .replace(MatchConditionV1alpha1, MatchConditionV1beta1)
  .replace(MatchResourcesV1alpha1, MatchResourcesV1beta1)
  .replace(ParamKindV1alpha1, ParamKindV1beta1)
  .replace(ParamRefV1alpha1, ParamRefV1beta1)
  .replace(VariableV1alpha1, VariableV1beta1);

/** The versions that mutating policies are stored in: a release stores what the one before it can read. */
export const MUTATING_STORED_AS = [{ since: '1.35', version: 'v1beta1' }] as const;
