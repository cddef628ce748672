import { goSlice, goStruct, type GoValue } from '../../../src/plugin-api/built-in.js';
import { goPointer } from '../../core/index.js';
import type { PodFailurePolicy, SuccessPolicy } from './job.v1.js';

/** Returns a failure policy as errors show it. */
export function goFailurePolicy({ rules }: PodFailurePolicy): GoValue {
  const shown = rules?.map(({ action, onExitCodes, onPodConditions }) =>
    goStruct('batch.PodFailurePolicyRule', {
      Action: action,
      OnExitCodes: goPointer(
        'batch.PodFailurePolicyOnExitCodesRequirement',
        onExitCodes,
        onExitCodes && {
          ContainerName: onExitCodes.containerName ?? null,
          Operator: onExitCodes.operator,
          Values: onExitCodes.values ?? null,
        },
      ),
      OnPodConditions: goSlice(
        'batch.PodFailurePolicyOnPodConditionsPattern',
        onPodConditions?.map(({ type, status }) =>
          goStruct('batch.PodFailurePolicyOnPodConditionsPattern', { Type: type, Status: status }),
        ),
      ),
    }),
  );
  return goStruct('batch.PodFailurePolicy', { Rules: goSlice('batch.PodFailurePolicyRule', shown) });
}

/** Returns a success policy as errors show it. */
export function goSuccessPolicy({ rules }: SuccessPolicy): GoValue {
  const shown = rules?.map(({ succeededIndexes, succeededCount }) =>
    goStruct('batch.SuccessPolicyRule', {
      SucceededIndexes: goPointer('string', succeededIndexes),
      SucceededCount: goPointer('int32', succeededCount),
    }),
  );
  return goStruct('batch.SuccessPolicy', { Rules: goSlice('batch.SuccessPolicyRule', shown) });
}
