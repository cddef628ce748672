import { type Strategy, forbiddenResource } from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';
import { validateNamespace, validateNamespaceFinalize, validateNamespaceStatusUpdate } from './namespace.validation.js';

/** Finalizer that holds a namespace until its content is gone. */
export const NAMESPACE_FINALIZER = 'kubernetes';

const PROTECTED = ['default', 'kube-system', 'kube-public'];

/**
 * The life of a namespace: a first delete marks it, and it goes when both its own finalizers and those of its metadata
 * are done.
 */
export const namespaceStrategy: Strategy<Namespace> = {
  prepareForCreate(namespace) {
    namespace.status = { phase: 'Active' };
    const finalizers = namespace.spec?.finalizers ?? [];
    if (finalizers.includes(NAMESPACE_FINALIZER)) return;
    namespace.spec = { ...namespace.spec, finalizers: [...finalizers, NAMESPACE_FINALIZER] };
  },

  prepareForUpdate(namespace, old, { subresource }) {
    if (subresource !== 'status') namespace.status = old.status;
    if (subresource !== 'finalize') namespace.spec = { ...namespace.spec, finalizers: old.spec?.finalizers };
  },

  validate: validateNamespace,
  validateUpdate: (namespace, _old, { subresource }) =>
    subresource === 'finalize' ? validateNamespaceFinalize(namespace) : [],
  validateStatusUpdate: validateNamespaceStatusUpdate,

  checkDelete({ metadata }) {
    const { name = '' } = metadata;
    if (!PROTECTED.includes(name)) return;
    throw forbiddenResource({ group: '', resource: 'namespaces' }, name, 'this namespace may not be deleted');
  },

  keepsUntilFinalized: ({ metadata, spec }) => !metadata.deletionTimestamp || (spec?.finalizers ?? []).length > 0,

  prepareForDeletion(namespace) {
    delete namespace.metadata.deletionGracePeriodSeconds;
    namespace.status = { ...namespace.status, phase: 'Terminating' };
  },

  shouldDeleteDuringUpdate: ({ metadata, spec }, old) =>
    Boolean(old.metadata.deletionTimestamp) &&
    (metadata.finalizers ?? []).length === 0 &&
    (spec?.finalizers ?? []).length === 0,
};
