import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultDaemonSet } from './daemon-set.defaults.js';
import { DaemonSet } from './daemon-set.v1.js';
import { DaemonSetExtensions } from './daemon-set.v1beta1.js';
import { templateGenerationConversion } from './template-generation.conversion.js';

/** DaemonSet as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.DaemonSet', inherits: true, defaults: defaultDaemonSet })
class DaemonSetV1beta2 extends DaemonSet {}

const REPLACED = { removed: '1.16', replacement: 'apps/v1 DaemonSet' };

/** The versions of daemon sets before v1. */
export const FORMER_DAEMON_SET_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v1beta2',
    type: DaemonSetV1beta2,
    conversion: sameShape,
    introduced: '1.8',
    deprecated: '1.9',
  },
  {
    ...REPLACED,
    group: 'extensions',
    name: 'v1beta1',
    type: DaemonSetExtensions,
    conversion: templateGenerationConversion,
    introduced: '1.1',
    deprecated: '1.8',
  },
];
