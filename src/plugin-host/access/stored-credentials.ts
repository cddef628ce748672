import type { ApiObject } from '../../apimachinery/index.js';
import {
  CredentialObjects,
  type BootstrapTokenSecret,
  type CredentialObjectName,
  type CredentialResource,
  type LiveObject,
} from '../../authn/index.js';
import type { ResourceStore, Stores } from '../../registry/index.js';
import { followKeys } from './follow-store.js';

type Listener = (name: CredentialObjectName | undefined) => void;

interface Secret extends ApiObject {
  type?: string;
  data?: Record<string, string> | null;
}

/** The objects that credentials follow from, as they are stored. Follows a kind from the first question on. */
export class StoredCredentials extends CredentialObjects {
  private readonly listeners = new Set<Listener>();
  private readonly followed = new Map<CredentialResource, () => void>();

  constructor(private readonly stores: Stores) {
    super();
  }

  async find(name: CredentialObjectName): Promise<LiveObject | undefined> {
    const object = await this.read(name);
    if (!object) return undefined;
    const { uid = '', deletionTimestamp } = object.metadata;
    return deletionTimestamp ? { uid, deletedAt: Date.parse(deletionTimestamp) } : { uid };
  }

  async findSecret(name: CredentialObjectName): Promise<BootstrapTokenSecret | undefined> {
    const secret = await this.read<Secret>(name);
    return (
      secret && { type: secret.type, data: secret.data, isBeingDeleted: Boolean(secret.metadata.deletionTimestamp) }
    );
  }

  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.unfollow();
    };
  }

  private async read<T extends ApiObject>({ resource, namespace, name }: CredentialObjectName): Promise<T | undefined> {
    const store = this.stores.find<T>('', resource);
    if (!store) return undefined;
    this.follow(resource, store as unknown as ResourceStore);
    return store.find({ namespace, user: { name: '', groups: [] } }, name);
  }

  private follow(resource: CredentialResource, store: ResourceStore): void {
    if (this.followed.has(resource)) return;
    const stop = followKeys(store, (key) => this.tell(key === undefined ? undefined : nameOf(resource, store, key)));
    this.followed.set(resource, stop);
  }

  private tell(name: CredentialObjectName | undefined): void {
    for (const listener of this.listeners) listener(name);
  }

  private unfollow(): void {
    for (const stop of this.followed.values()) stop();
    this.followed.clear();
  }
}

function nameOf(resource: CredentialResource, store: ResourceStore, key: string): CredentialObjectName {
  const path = key.slice(store.kind.keyPrefix.length);
  const slash = path.indexOf('/');
  return { resource, namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
