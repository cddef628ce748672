import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type ApiObject,
  type AuthorizationAttributes,
  Authorizer,
  type OwnerReference,
  Stores,
  forbiddenResource,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isSameValue } from '../values/same-value.js';

/** The requested right, without the user. */
type Right = Pick<
  AuthorizationAttributes,
  'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name' | 'namespace'
>;

/**
 * Requires the permission to delete an object for a change of its owners, since the collector may then delete it, and
 * the permission to set finalizers of an owner for blocking its deletion (upstream: plugin/pkg/admission/gc).
 */
@Injectable()
export class OwnerReferencesAdmission extends AdmissionPlugin {
  readonly name = 'OwnerReferencesPermissionEnforcement';
  override readonly isOnByDefault = false;

  constructor(
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(Stores) private readonly stores: Stores,
  ) {
    super();
  }

  handles(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
    const isPodStatus = group === '' && resource === 'pods' && subresource === 'status';
    return !isPodStatus && (operation === 'CREATE' || operation === 'UPDATE');
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const [owners, old] = [ownersOf(attributes.object), ownersOf(attributes.oldObject)];
    if (isSameValue(owners, old)) return;
    if (attributes.operation === 'UPDATE') await this.checkDeletable(attributes);
    await this.checkBlocked(attributes, newlyBlocked(owners, old));
  }

  /** The creator of an object need not be authorized to delete it. */
  private async checkDeletable(attributes: AdmissionAttributes): Promise<void> {
    const { resource, subresource, name, namespace } = attributes;
    const { group, version } = resource;
    const right = { verb: 'delete', group, version, resource: resource.resource, subresource, name, namespace };
    const reason = await this.refusalOf(attributes, right);
    if (reason === undefined) return;
    throw refuse(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
  }

  private async checkBlocked(attributes: AdmissionAttributes, owners: readonly OwnerReference[]): Promise<void> {
    const asked = new Map(owners.map((owner) => [`${owner.apiVersion} ${owner.kind} ${owner.name}`, owner]));
    for (const owner of asked.values()) {
      const rights = this.rightsOver(owner, attributes.namespace);
      if (rights.length === 0) throw refuse(attributes, unknownOwner(owner));
      for (const right of rights) {
        const reason = await this.refusalOf(attributes, right);
        if (reason === undefined) continue;
        const what =
          "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
        throw refuse(attributes, `${what}: ${reason}, <nil>`);
      }
    }
  }

  private rightsOver({ apiVersion, kind: name, name: owner }: OwnerReference, namespace: string): Right[] {
    return this.stores.all().flatMap(({ kind }) => {
      const version = kind.kind === name ? kind.versions.get(apiVersion) : undefined;
      if (!version) return [];
      return [
        {
          verb: 'update',
          group: version.group,
          version: version.name,
          resource: kind.groupResource.resource,
          subresource: 'finalizers',
          name: owner,
          namespace: kind.isNamespaced ? namespace : '',
        },
      ];
    });
  }

  /** Returns why the writer lacks a right; undefined if it is granted. */
  private async refusalOf({ user }: AdmissionAttributes, right: Right): Promise<string | undefined> {
    const { verdict, reason } = await this.authorizer.authorize({ ...right, user, isResourceRequest: true, path: '' });
    return verdict === 'Allow' ? undefined : reason;
  }
}

function ownersOf(object: ApiObject | undefined): readonly OwnerReference[] {
  return object?.metadata.ownerReferences ?? [];
}

/** The owners whose deletion an object holds up that it did not before. */
function newlyBlocked(owners: readonly OwnerReference[], old: readonly OwnerReference[]): OwnerReference[] {
  const blocked = new Set(old.filter(({ blockOwnerDeletion }) => blockOwnerDeletion).map(({ uid }) => uid));
  return owners.filter(({ blockOwnerDeletion, uid }) => blockOwnerDeletion && !blocked.has(uid));
}

function unknownOwner({ apiVersion, kind }: OwnerReference): string {
  const what = 'cannot set blockOwnerDeletion in this case because cannot find RESTMapping for';
  return `${what} APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
}

function refuse({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}
