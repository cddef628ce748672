import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { V1ALPHA3, V1BETA1, V1BETA2 } from '../types-in-versions.js';
import { deviceTaintRuleStrategy } from './device-taint-rule.strategy.js';
import { DeviceTaintRule } from './device-taint-rule.v1.js';

/** DeviceTaintRule: a taint that devices get. */
export const deviceTaintRuleKind = defineKind<DeviceTaintRule>({
  kind: 'DeviceTaintRule',
  plural: 'devicetaintrules',
  namespaced: false,
  versions: [
    {
      name: 'v1beta2',
      type: V1BETA2.of(DeviceTaintRule),
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.36',
      deprecated: '1.39',
      removed: '1.42',
      variants: [{ since: '1.35', hasStatus: true }],
    },
    {
      name: 'v1alpha3',
      type: V1ALPHA3.of(V1BETA1.of(DeviceTaintRule)),
      onByDefault: false,
      introduced: '1.33',
      deprecated: '1.36',
      removed: '1.39',
      variants: [{ since: '1.35', hasStatus: true }],
    },
  ],
  storageVersion: 'v1alpha3',
  storagePrefix: 'devicetaintrules',
  strategy: deviceTaintRuleStrategy,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [nameColumn(), ageColumn()],
});
