import { Inject, Injectable } from '@nestjs/common';
import { Authorizer, type AuthorizationAttributes, Stores, type UserInfo } from '../../../src/plugin-api/index.js';
import { MASTERS_GROUP, objectFilterOf, parseApiVersion } from '../../../src/plugin-api/built-in.js';
import type { ParamKind, ParamRef } from '../policy/policy.v1.js';
import { showUser } from './shown-user.js';

/** The objects that a right is about; `*` stands for all. */
type Target = Pick<AuthorizationAttributes, 'group' | 'version' | 'resource'>;

/** The policy of a binding: undefined `paramKind` where it takes no parameters. */
export interface BoundPolicy {
  readonly paramKind: ParamKind | undefined;
}

/** A binding whose writer must be able to read its parameters. */
export interface ReferringBinding {
  readonly policyName: string;
  /** Undefined where there is no policy of that name. */
  readonly policy: BoundPolicy | undefined;
  readonly paramRef: ParamRef;
}

const EVERYTHING: Target = { group: '*', version: '*', resource: '*' };

/**
 * Checks that the writer of a policy or binding may read its parameters. The server reads them with its own rights, and
 * their content shows in messages and decisions (upstream: pkg/registry/admissionregistration, authz.go).
 */
@Injectable()
export class ParameterRights {
  constructor(
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(Stores) private readonly stores: Stores,
  ) {}

  /** Returns why a user may not name a kind of parameters; undefined if they may read all objects of it. */
  async problemOfKind(user: UserInfo, paramKind: ParamKind): Promise<string | undefined> {
    if (isPrivileged(user)) return undefined;
    const { target } = await this.resolve(paramKind);
    if (await this.isAllowed({ user, verb: 'get', namespace: '*', name: '*', target })) return undefined;
    const { kind = '', apiVersion = '' } = paramKind;
    const objects = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
    return `user ${showUser(user)} must have "get" permission on ${objects}`;
  }

  /** Returns why a user may not refer to parameters; undefined if they may read these. */
  async problemOfReference(user: UserInfo, binding: ReferringBinding): Promise<string | undefined> {
    if (isPrivileged(user)) return undefined;
    const { paramRef, policy } = binding;
    const { name = '', namespace = '' } = paramRef;
    const verb = name === '' ? 'list' : 'get';
    const { target, fault } = policy?.paramKind ? await this.resolve(policy.paramKind) : { target: EVERYTHING };
    if (await this.isAllowed({ user, verb, namespace, name, target })) return undefined;
    const lack = `user ${showUser(user)} does not have "${verb}" permission`;
    const unknown = policy ? fault : `get policy ${binding.policyName}`;
    if (unknown === undefined) return `${lack} on the object referenced by paramRef`;
    return `unable to ${unknown} to determine minimum required permissions and ${lack} for all groups, versions and resources`;
  }

  /** Returns the resource of a kind: all of the version where it is not served, everything where there is no such version. */
  private async resolve(paramKind: ParamKind): Promise<{ readonly target: Target; readonly fault?: string }> {
    const { apiVersion = '', kind = '' } = paramKind;
    const shown = `&{${apiVersion} ${kind}}`;
    const parsed = parseApiVersion(apiVersion);
    if (!parsed) return { target: EVERYTHING, fault: `parse paramKind ${shown}` };
    const { group, version } = parsed;
    const resource = await this.resourceOf(apiVersion, kind);
    if (resource !== undefined) return { target: { group, version, resource } };
    return { target: { group, version, resource: '*' }, fault: `resolve paramKind ${shown}` };
  }

  private async resourceOf(apiVersion: string, kind: string): Promise<string | undefined> {
    const found = (await this.stores.findKind(apiVersion, kind))?.kind;
    const version = found?.versions.get(apiVersion);
    return version && found!.isShown(version) ? found!.groupResource.resource : undefined;
  }

  private async isAllowed(right: {
    readonly user: UserInfo;
    readonly verb: 'get' | 'list';
    readonly namespace: string;
    readonly name: string;
    readonly target: Target;
  }): Promise<boolean> {
    const { target, ...who } = right;
    const attributes = { ...who, ...target, subresource: '', isResourceRequest: true, path: '' };
    const decision = await this.authorizer.authorize(attributes);
    if (decision.verdict !== 'Allow') return false;
    // Policies would see objects that the user's own lists leave out.
    return (await objectFilterOf(this.authorizer, attributes, decision)) === undefined;
  }
}

function isPrivileged({ groups }: UserInfo): boolean {
  return groups.includes(MASTERS_GROUP);
}
