import type { AccessObjects, FollowedNames } from '../access/index.js';
import type { ApiObject } from '../apimachinery/index.js';
import type { CredentialResource } from './kinds.js';
import type { CredentialSecret, SecretLookup } from './tokens/secret-lookup.js';
import {
  ServiceAccountLookup,
  type CredentialObjectName,
  type LiveObject,
} from './service-account/service-account-lookup.js';

type Listener = (name: CredentialObjectName | undefined) => void;

interface Secret extends ApiObject {
  type?: string;
  data?: Record<string, string> | null;
}

/** Other objects have no such list. */
interface ServiceAccount extends ApiObject {
  secrets?: readonly { readonly name?: string }[] | null;
}

/** The stored objects that credentials follow from. Follows a kind from the first question on. */
export class CredentialObjects extends ServiceAccountLookup implements SecretLookup {
  private readonly followed = new Map<CredentialResource, FollowedNames>();

  /**
   * `onChange` is called for every change of a requested kind, before the write is acknowledged; undefined means any
   * object.
   */
  constructor(
    private readonly objects: AccessObjects,
    private readonly onChange: Listener,
  ) {
    super();
  }

  async find(name: CredentialObjectName): Promise<LiveObject | undefined> {
    const object = await this.read<ServiceAccount>(name);
    if (!object) return undefined;
    const { uid = '', deletionTimestamp } = object.metadata;
    const secrets = object.secrets?.flatMap((each) => each.name ?? []);
    const deletedAt = deletionTimestamp ? Date.parse(deletionTimestamp) : undefined;
    return { uid, ...(deletedAt !== undefined && { deletedAt }), ...(secrets && { secrets }) };
  }

  async findSecret(name: CredentialObjectName): Promise<CredentialSecret | undefined> {
    const secret = await this.read<Secret>(name);
    if (!secret) return undefined;
    const { labels, deletionTimestamp } = secret.metadata;
    return { type: secret.type, data: secret.data, labels, isBeingDeleted: deletionTimestamp !== undefined };
  }

  /** Reports whether a change of an object would be known at once. */
  isCurrent({ resource }: CredentialObjectName): boolean {
    return this.followed.get(resource)?.isCurrent ?? false;
  }

  /** Stops following. */
  close(): void {
    for (const followed of this.followed.values()) followed.stop();
    this.followed.clear();
  }

  private read<T extends ApiObject>(name: CredentialObjectName): T | undefined | Promise<T | undefined> {
    this.follow(name.resource);
    return this.objects.find<T>({ group: '', ...name });
  }

  private follow(resource: CredentialResource): void {
    if (this.followed.has(resource)) return;
    const followed = this.objects.followNames({ group: '', resource }, (name) =>
      this.onChange(name && { resource, namespace: name.namespace, name: name.name }),
    );
    this.followed.set(resource, followed);
  }
}
