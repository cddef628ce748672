import type { BindingOfKind, RbacKind, RoleOfKind } from './rbac-objects.js';

/** Names one role or binding; the namespace is empty for cluster-wide kinds. */
export interface RbacName {
  readonly kind: RbacKind;
  readonly namespace: string;
  readonly name: string;
}

/** Is told of roles and bindings. Its methods are called synchronously and do not throw. */
export interface RbacListener {
  /** An object is there, or has changed. */
  onPut(change: RoleOfKind | BindingOfKind): void;
  /** An object is gone. */
  onDelete(name: RbacName): void;
  /** Everything of a kind has been told; changes follow. */
  onReady(kind: RbacKind): void;
  /** Changes of a kind may have been missed: it is told anew from the start. */
  onReset(kind: RbacKind): void;
}

/** Where roles and bindings come from. A change is told before the write that made it is answered. */
export abstract class RbacSource {
  /** Tells of every role and binding there is and then of every change, until stopped. Called once. */
  abstract follow(listener: RbacListener): () => void;
}
