import {
  FieldPath,
  validateLabelSelector,
  type Strategy,
  type StrategyContext,
} from '../../../src/plugin-api/index.js';
import { hasRule, validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import { claimWarnings } from '../persistent-volume/volume-warnings.js';
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
} from './persistent-volume-claim.v1.js';
import {
  validateClaimSpec,
  validateClaimStatusUpdate,
  validateClaimUpdate,
  type ClaimRules,
} from './persistent-volume-claim.validation.js';

/** The rules of claims. */
export const persistentVolumeClaimStrategy: Strategy<PersistentVolumeClaim> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(claim, context) {
    claim.status = { phase: 'Pending' };
    dropDisabledClaimFields(claim.spec, undefined, context);
    enforceDataSource(claim.spec);
    copyDataSource(claim.spec);
  },

  prepareForUpdate(claim, old, context) {
    if (context.subresource === 'status') return dropDisabledClaimStatus(claim.status, old.status, context);
    dropDisabledClaimFields(claim.spec, old.spec, context);
    copyDataSource(claim.spec);
  },

  validate: (claim, context) => validateClaimSpec(claim.spec ?? {}, FieldPath.of('spec'), claimRules(context)),

  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate: (claim, old, context) => [
    ...validateObjectMeta(claim.metadata, { namespaced: true }),
    ...validateClaimSpec(claim.spec ?? {}, FieldPath.of('spec'), claimRules(context, old)),
    ...validateClaimUpdate(claim, old, {
      ...claimRules(context, old),
      canChangeAttributesClass: context.isEnabled('VolumeAttributesClass'),
    }),
  ],

  validateStatusUpdate: (claim, old, context) => validateClaimStatusUpdate(claim, old, claimRules(context, old)),

  warningsOnCreate: claimWarnings,
  warningsOnUpdate: (claim, _old, { subresource }) => (subresource === 'status' ? [] : claimWarnings(claim)),
};

function claimRules({ isEnabled }: Pick<StrategyContext, 'isEnabled'>, old?: PersistentVolumeClaim): ClaimRules {
  const { spec, status } = old ?? {};
  const isResizing = Boolean(status?.allocatedResources ?? status?.allocatedResourceStatuses);
  return {
    hasAttributesClass: isEnabled('VolumeAttributesClass') || spec?.volumeAttributesClassName !== undefined,
    canShrink: isEnabled('RecoverVolumeExpansionFailure') || isResizing,
    allowsInvalidSelector: validateLabelSelector(spec?.selector, FieldPath.of()).length > 0,
    allowsInvalidSourceGroup: Boolean(spec?.dataSource?.apiGroup ?? spec?.dataSourceRef?.apiGroup),
  };
}

function dropDisabledClaimFields(
  spec: PersistentVolumeClaimSpec | undefined,
  old: PersistentVolumeClaimSpec | undefined,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): void {
  if (!spec) return;
  if (!isEnabled('VolumeAttributesClass') && old?.volumeAttributesClassName === undefined) {
    delete spec.volumeAttributesClassName;
  }
  if (!isEnabled('AnyVolumeDataSource') && !old?.dataSourceRef) delete spec.dataSourceRef;
  const isForeign = Boolean(spec.dataSourceRef?.namespace);
  if (isForeign && !isEnabled('CrossNamespaceVolumeDataSource') && !old?.dataSourceRef?.namespace) {
    delete spec.dataSourceRef;
  }
}

/** The same for the status; what belongs to a class of attributes goes even where it is stored. */
function dropDisabledClaimStatus(
  status: PersistentVolumeClaimStatus | undefined,
  old: PersistentVolumeClaimStatus | undefined,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): void {
  if (!status) return;
  if (!isEnabled('VolumeAttributesClass')) {
    delete status.currentVolumeAttributesClassName;
    delete status.modifyVolumeStatus;
  }
  if (isEnabled('RecoverVolumeExpansionFailure')) return;
  if (!old?.allocatedResources) delete status.allocatedResources;
  if (!old?.allocatedResourceStatuses) delete status.allocatedResourceStatuses;
}

/** A source of any other kind has no effect through the old field, so it is not kept there. */
function enforceDataSource(spec: PersistentVolumeClaimSpec | undefined): void {
  const source = spec?.dataSource;
  if (!source || spec.dataSourceRef) return;
  const isClaim = source.kind === 'PersistentVolumeClaim' && !source.apiGroup;
  const isSnapshot = source.kind === 'VolumeSnapshot' && source.apiGroup === 'snapshot.storage.k8s.io';
  if (!isClaim && !isSnapshot) delete spec.dataSource;
}

function copyDataSource(spec: PersistentVolumeClaimSpec | undefined): void {
  if (!spec || !hasRule({ since: '1.22' })) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) {
    const { apiGroup, kind, name } = dataSourceRef;
    spec.dataSource = apiGroup === undefined ? { kind, name } : { apiGroup, kind, name };
  }
}
