import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { VolumeAttributesClass } from './volume-attributes-class.v1beta1.js';

const DEFAULT_MARK = 'volumeattributesclass.alpha.kubernetes.io/is-default-class';

/** The columns of `kubectl get volumeattributesclasses`. */
export const volumeAttributesClassColumns: readonly Column<VolumeAttributesClass>[] = [
  {
    ...nameColumn<VolumeAttributesClass>(),
    cell: ({ metadata }) => `${metadata.name}${metadata.annotations?.[DEFAULT_MARK] === 'true' ? ' (default)' : ''}`,
  },
  { name: 'DriverName', type: 'string', description: 'Driver of the volumes.', cell: ({ driverName }) => driverName },
  ageColumn(),
];
