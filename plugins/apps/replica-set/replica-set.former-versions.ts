import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { type FormerWorkload, defaultLabels } from '../former-labels.defaults.js';
import { FORMER_SCALES } from '../former-scale.v1beta1.js';
import { defaultReplicaSet } from './replica-set.defaults.js';
import { ReplicaSet } from './replica-set.v1.js';

/** ReplicaSet as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.ReplicaSet', inherits: true, defaults: defaultReplicaSet })
class ReplicaSetV1beta2 extends ReplicaSet {}

/** ReplicaSet as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.ReplicaSet', inherits: true, defaults: defaultExtensionsReplicaSet })
class ReplicaSetExtensions extends ReplicaSet {}

function defaultExtensionsReplicaSet(set: FormerWorkload & { spec?: { replicas?: number } }): void {
  defaultLabels(set);
  defaultReplicaSet(set);
}

const REPLACED = { conversion: sameShape, removed: '1.16', replacement: 'apps/v1 ReplicaSet' };

/** The versions of replica sets before v1, all of the same shape. */
export const FORMER_REPLICA_SET_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v1beta2',
    type: ReplicaSetV1beta2,
    scaleForm: FORMER_SCALES.v1beta2,
    introduced: '1.8',
    deprecated: '1.9',
  },
  {
    ...REPLACED,
    group: 'extensions',
    name: 'v1beta1',
    type: ReplicaSetExtensions,
    scaleForm: FORMER_SCALES.extensions,
    introduced: '1.2',
    deprecated: '1.8',
  },
];
