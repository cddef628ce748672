import { formatTime, type Strategy, type StrategyContext } from '../../../src/plugin-api/index.js';
import { validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import type { PersistentVolume } from './persistent-volume.v1.js';
import {
  validatePersistentVolume,
  validatePersistentVolumeStatusUpdate,
  validatePersistentVolumeUpdate,
  type VolumeRules,
} from './persistent-volume.validation.js';

import { volumeWarnings } from './volume-warnings.js';

const GATE = 'VolumeAttributesClass';

/** The rules of volumes. */
export const persistentVolumeStrategy: Strategy<PersistentVolume> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(volume, { isEnabled }) {
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: formatTime(new Date()) };
    if (!isEnabled(GATE)) delete volume.spec?.volumeAttributesClassName;
  },

  prepareForUpdate(volume, old, { subresource, isEnabled }) {
    if (subresource === 'status') return noteTransition(volume, old);
    if (!isEnabled(GATE) && old.spec?.volumeAttributesClassName === undefined) {
      delete volume.spec?.volumeAttributesClassName;
    }
  },

  validate: (volume, context) => validatePersistentVolume(volume, rulesFor(context)),
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate: (volume, old, context) => [
    ...validateObjectMeta(volume.metadata, { namespaced: false }),
    ...validatePersistentVolume(volume, rulesFor(context, old)),
    ...validatePersistentVolumeUpdate(volume, old, rulesFor(context, old)),
  ],
  validateStatusUpdate: validatePersistentVolumeStatusUpdate,

  warningsOnCreate: volumeWarnings,
  warningsOnUpdate: (volume, _old, { subresource }) => (subresource === 'status' ? [] : volumeWarnings(volume)),
};

function rulesFor({ isEnabled }: Pick<StrategyContext, 'isEnabled'>, old?: PersistentVolume): VolumeRules {
  const canChangeAttributesClass = isEnabled(GATE);
  const isUsed = old?.spec?.volumeAttributesClassName !== undefined;
  return { canChangeAttributesClass, hasAttributesClass: canChangeAttributesClass || isUsed };
}

/** The time of the last change of phase is the server's, unless the client gives another one. */
function noteTransition(volume: PersistentVolume, old: PersistentVolume): void {
  const [status, last] = [(volume.status ??= {}), old.status ?? {}];
  const sent = status.lastPhaseTransitionTime;
  if (status.phase === last.phase) status.lastPhaseTransitionTime ??= last.lastPhaseTransitionTime;
  else if (!sent || sent === last.lastPhaseTransitionTime) status.lastPhaseTransitionTime = formatTime(new Date());
}
