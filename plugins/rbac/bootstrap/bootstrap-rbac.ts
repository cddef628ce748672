import {
  type ApiObject,
  type ResourceStore,
  type Stores,
  isAlreadyExists,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { isStorageReadError } from '../../../src/plugin-api/built-in.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding } from '../role-binding/role-binding.v1.js';
import type { BootstrapObjects } from './bootstrap-objects.js';
import { completeBinding, completeRole, givesOtherRole, isUpdatable } from './reconcile-objects.js';

const GROUP = 'rbac.authorization.k8s.io';

/**
 * Creates the wanted roles and bindings, and adds missing parts to existing ones. Additions by users stay. All writes
 * are sent at once, so that the store commits them together. Fails when a write does.
 */
export async function reconcileRbac(stores: Stores, wanted: BootstrapObjects): Promise<void> {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = wanted;
  await Promise.all([
    reconcileAll(stores.of<ClusterRole>(GROUP, 'clusterroles'), clusterRoles, reconcileRole),
    reconcileAll(stores.of<ClusterRole>(GROUP, 'roles'), roles, reconcileRole),
    reconcileAll(stores.of<RoleBinding>(GROUP, 'clusterrolebindings'), clusterRoleBindings, reconcileBinding),
    reconcileAll(stores.of<RoleBinding>(GROUP, 'rolebindings'), roleBindings, reconcileBinding),
  ]);
}

/** Reconciles one stored object with what it has to be. */
type Reconcile<T extends ApiObject> = (store: ResourceStore<T>, stored: T, wanted: T) => Promise<void>;

async function reconcileAll<T extends ApiObject>(
  store: ResourceStore<T>,
  objects: readonly T[],
  reconcile: Reconcile<T>,
): Promise<void> {
  await Promise.all(objects.map((wanted) => reconcileReadable(store, wanted, reconcile)));
}

/** An unreadable object is left unchanged: it must not prevent the start. */
async function reconcileReadable<T extends ApiObject>(...work: Parameters<typeof reconcileOne<T>>): Promise<void> {
  try {
    await reconcileOne(...work);
  } catch (error) {
    if (!isStorageReadError(error)) throw error;
  }
}

async function reconcileOne<T extends ApiObject>(
  store: ResourceStore<T>,
  wanted: T,
  reconcile: Reconcile<T>,
): Promise<void> {
  const stored = await store.find(contextOf(wanted), nameOf(wanted));
  if (!stored) return createOrReconcile(store, wanted, reconcile);
  if (isUpdatable(stored)) await reconcile(store, stored, wanted);
}

/** Another server on the same store may be as quick. */
async function createOrReconcile<T extends ApiObject>(
  store: ResourceStore<T>,
  wanted: T,
  reconcile: Reconcile<T>,
): Promise<void> {
  try {
    await store.create(contextOf(wanted), structuredClone(wanted));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const stored = await store.find(contextOf(wanted), nameOf(wanted));
    if (stored && isUpdatable(stored)) await reconcile(store, stored, wanted);
  }
}

const reconcileRole: Reconcile<ClusterRole> = async (store, stored, wanted) => {
  if (!completeRole(stored, wanted)) return;
  await update(store, wanted, (current) => completeRole(current, wanted) ?? current);
};

const reconcileBinding: Reconcile<RoleBinding> = async (store, stored, wanted) => {
  if (givesOtherRole(stored, wanted)) return replace(store, wanted);
  if (!completeBinding(stored, wanted)) return;
  await update(store, wanted, (current) => completeBinding(current, wanted) ?? current);
};

async function replace(store: ResourceStore<RoleBinding>, wanted: RoleBinding): Promise<void> {
  try {
    await store.delete(contextOf(wanted), nameOf(wanted));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await store.create(contextOf(wanted), structuredClone(wanted));
}

async function update<T extends ApiObject>(
  store: ResourceStore<T>,
  wanted: T,
  change: (current: T) => T,
): Promise<void> {
  await store.createOrUpdate(contextOf(wanted), nameOf(wanted), (current) =>
    change(current ?? structuredClone(wanted)),
  );
}

function contextOf({ metadata }: ApiObject): ReturnType<typeof systemContext> {
  return systemContext(metadata.namespace, { skipAdmission: true });
}

function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? '';
}
