import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { V1ALPHA3, V1BETA1, V1BETA2 } from '../types-in-versions.js';
import { STORED_AS, V1ALPHA3_VERSION, V1BETA1_VERSION, V1BETA2_VERSION, VERSION } from '../versions.js';
import { DeviceClass } from './device-class.v1.js';
import { deviceClassStrategy } from './device-class.strategy.js';

/** DeviceClass: devices of one sort, with settings that go with them. */
export const deviceClassKind = defineKind<DeviceClass>({
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  namespaced: false,
  versions: [
    { ...VERSION, type: DeviceClass },
    { ...V1BETA2_VERSION, type: V1BETA2.of(DeviceClass) },
    { ...V1BETA1_VERSION, type: V1BETA1.of(DeviceClass), conversion: sameShape },
    { ...V1ALPHA3_VERSION, type: V1ALPHA3.of(V1BETA1.of(DeviceClass)), conversion: sameShape },
  ],
  storageVersion: 'v1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'deviceclasses',
  strategy: deviceClassStrategy,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [nameColumn(), ageColumn()],
});
