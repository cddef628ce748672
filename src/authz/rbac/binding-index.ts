import type { UserInfo } from '../../request/index.js';
import { RBAC_KINDS } from '../kinds.js';
import type { RbacBinding, RoleRef, Subject } from './rbac-objects.js';

const ACCOUNT_PREFIX = 'system:serviceaccount:';

/** A binding prepared for being found by its subjects. */
export interface IndexedBinding {
  readonly name: string;
  /** Where it grants; empty for everywhere. */
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** Bindings by who they bind and where, so that a request meets only those that concern it. */
export class BindingIndex {
  private readonly bindings = new Map<string, IndexedBinding>();
  /** Subject, then namespace (empty: everywhere), then bindings by name. */
  private readonly bySubject = new Map<string, Map<string, IndexedBinding[]>>();

  /** Adds a binding or replaces its former state. */
  put(object: RbacBinding): void {
    const { name = '', namespace = '' } = object.metadata;
    const binding: IndexedBinding = { name, namespace, roleRef: object.roleRef, subjects: object.subjects ?? [] };
    this.delete(object);
    this.bindings.set(`${namespace}/${name}`, binding);
    for (const key of keysOf(binding)) insertSorted(this.slot(key, namespace), binding);
  }

  /** Removes a binding. */
  delete({ metadata: { namespace = '', name = '' } }: RbacBinding): void {
    const binding = this.bindings.get(`${namespace}/${name}`);
    if (!binding) return;
    this.remove(binding);
  }

  /** Removes the cluster-wide bindings, or all others. */
  clear(isClusterWide: boolean): void {
    for (const binding of [...this.bindings.values()]) {
      if ((binding.namespace === '') === isClusterWide) this.remove(binding);
    }
  }

  /**
   * Returns the bindings of a user that grant in exactly this namespace: a list for each subject that names the user. A
   * list stays the same object until the next change.
   */
  *of(user: UserInfo, namespace: string): Generator<readonly IndexedBinding[]> {
    const own = this.bySubject.get(`u:${user.name}`)?.get(namespace);
    if (own) yield own;
    for (const group of user.groups) {
      const bindings = this.bySubject.get(`g:${group}`)?.get(namespace);
      if (bindings) yield bindings;
    }
  }

  /** Returns every binding. */
  all(): IndexedBinding[] {
    return [...this.bindings.values()];
  }

  private remove(binding: IndexedBinding): void {
    this.bindings.delete(`${binding.namespace}/${binding.name}`);
    for (const key of keysOf(binding)) this.removeFrom(key, binding);
  }

  private slot(key: string, namespace: string): IndexedBinding[] {
    let scopes = this.bySubject.get(key);
    if (!scopes) this.bySubject.set(key, (scopes = new Map()));
    let bindings = scopes.get(namespace);
    if (!bindings) scopes.set(namespace, (bindings = []));
    return bindings;
  }

  private removeFrom(key: string, binding: IndexedBinding): void {
    const scopes = this.bySubject.get(key);
    const rest = (scopes?.get(binding.namespace) ?? []).filter((other) => other !== binding);
    if (rest.length > 0) scopes!.set(binding.namespace, rest);
    else scopes?.delete(binding.namespace);
    if (scopes?.size === 0) this.bySubject.delete(key);
  }
}

/** Returns the subject by which a binding that was found for a user concerns them, in words: `User "x"`. */
export function describeSubject(binding: IndexedBinding, user: UserInfo): string {
  const keys = new Set([`u:${user.name}`, ...user.groups.map((group) => `g:${group}`)]);
  const subject = binding.subjects.find((s) => keys.has(keyOf(s, binding.namespace) ?? ''))!;
  const isAccount = subject.kind === RBAC_KINDS.account;
  const name = isAccount ? `${subject.name}/${subject.namespace || binding.namespace}` : subject.name;
  return `${subject.kind} ${JSON.stringify(name)}`;
}

function keysOf(binding: IndexedBinding): Set<string> {
  return new Set(binding.subjects.flatMap((subject) => keyOf(subject, binding.namespace) ?? []));
}

function keyOf(subject: Subject, bindingNamespace: string): string | undefined {
  if (subject.kind === 'User') return `u:${subject.name}`;
  if (subject.kind === 'Group') return `g:${subject.name}`;
  const namespace = subject.namespace || bindingNamespace;
  if (subject.kind !== RBAC_KINDS.account || namespace === '') return undefined;
  return `u:${ACCOUNT_PREFIX}${namespace}:${subject.name}`;
}

function insertSorted(bindings: IndexedBinding[], binding: IndexedBinding): void {
  const at = bindings.findIndex((other) => other.name > binding.name);
  bindings.splice(at < 0 ? bindings.length : at, 0, binding);
}
