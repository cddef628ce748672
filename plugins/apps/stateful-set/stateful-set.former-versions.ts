import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { type FormerWorkload, defaultLabels } from '../former-labels.defaults.js';
import { FORMER_SCALES } from '../former-scale.v1beta1.js';
import { type DefaultedStatefulSet, defaultStatefulSet } from './stateful-set.defaults.js';
import { StatefulSet } from './stateful-set.v1.js';

/** StatefulSet as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.StatefulSet', inherits: true, defaults: defaultStatefulSet })
class StatefulSetV1beta2 extends StatefulSet {}

/** StatefulSet as apps/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.StatefulSet', inherits: true, defaults: defaultV1beta1StatefulSet })
class StatefulSetV1beta1 extends StatefulSet {}

/** Pods of the oldest version are replaced when they are deleted (OnDelete). */
function defaultV1beta1StatefulSet(set: DefaultedStatefulSet & FormerWorkload): void {
  defaultLabels(set);
  if (set.spec) (set.spec.updateStrategy ??= {}).type ||= 'OnDelete';
  defaultStatefulSet(set);
}

const REPLACED = { conversion: sameShape, removed: '1.16', replacement: 'apps/v1 StatefulSet' };

/** The versions of stateful sets before v1, all of the same shape. */
export const FORMER_STATEFUL_SET_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v1beta2',
    type: StatefulSetV1beta2,
    scaleForm: FORMER_SCALES.v1beta2,
    introduced: '1.8',
    deprecated: '1.9',
  },
  {
    ...REPLACED,
    name: 'v1beta1',
    type: StatefulSetV1beta1,
    scaleForm: FORMER_SCALES.v1beta1,
    introduced: '1.5',
    deprecated: '1.8',
  },
];
