import {
  type FieldError,
  FieldPath,
  ageColumn,
  defineKind,
  isDeepEqual,
  nameColumn,
} from '../../../src/plugin-api/index.js';
import {
  MAX_CONFIGURATIONS,
  validateConfiguration,
  validateSelectors,
} from '../device-request/device-configuration.validation.js';
import { validateList } from '../names.validation.js';
import { OLD_VERSION, VERSION } from '../versions.js';
import { DeviceClassV1alpha3 } from './device-class.v1alpha3.js';
import { DeviceClass } from './device-class.v1beta1.js';

const SPEC = FieldPath.of('spec');

/** DeviceClass: devices of one sort, with settings that go with them. */
export const deviceClassKind = defineKind<DeviceClass>({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  namespaced: false,
  versions: [
    { ...VERSION, type: DeviceClass },
    { ...OLD_VERSION, type: DeviceClassV1alpha3, replacement: 'resource.k8s.io/v1beta1 DeviceClass' },
  ],
  storageVersion: 'v1beta1',
  storagePrefix: 'deviceclasses',
  strategy: {
    repeatedMetadataCheck: 'change',
    validate: (object) => validateDeviceClass(object),
    validateUpdate: validateDeviceClass,
  },
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [nameColumn(), ageColumn()],
});

function validateDeviceClass({ spec }: DeviceClass, old?: DeviceClass): FieldError[] {
  const isStored = old !== undefined && isDeepEqual(spec.config ?? [], old.spec.config ?? []);
  return [
    ...validateSelectors(spec.selectors, SPEC.child('selectors')),
    ...validateList(spec.config, SPEC.child('config'), {
      max: MAX_CONFIGURATIONS,
      check: (config, path) => validateConfiguration(config, path, isStored),
    }),
  ];
}
