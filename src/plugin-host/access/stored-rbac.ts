import {
  type BindingOfKind,
  RBAC_KINDS,
  type RbacKind,
  type RbacListener,
  RbacSource,
  type RoleOfKind,
} from '../../authz/index.js';
import type { Stores } from '../../registry/index.js';
import { followStore } from './follow-store.js';

const GROUP = 'rbac.authorization.k8s.io';
const RESOURCES: Readonly<Record<RbacKind, string>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

/** Roles and bindings as they are stored. */
export class StoredRbac extends RbacSource {
  constructor(private readonly stores: Stores) {
    super();
  }

  follow(listener: RbacListener): () => void {
    const stops = RBAC_KINDS.map((kind) => this.followKind(kind, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  private followKind(kind: RbacKind, listener: RbacListener): () => void {
    const store = this.stores.find(GROUP, RESOURCES[kind]);
    // Without the kind nobody can have been given anything by it.
    if (!store) {
      listener.onReady(kind);
      return () => {};
    }
    return followStore(store, {
      onPut: (object) => listener.onPut({ kind, object } as unknown as RoleOfKind | BindingOfKind),
      onDelete: ({ metadata: { namespace = '', name = '' } }) => listener.onDelete({ kind, namespace, name }),
      onReady: () => listener.onReady(kind),
      onReset: () => listener.onReset(kind),
    });
  }
}
