import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type ApiObject,
  Stores,
  forbiddenResource,
  systemContext,
} from '../../../../src/plugin-api/index.js';
import { nodeNameOf } from '../../../../src/plugin-api/built-in.js';
import { isSameValue } from '../../values/same-value.js';
import type { PersistentVolumeClaim } from '../../persistent-volume-claim/persistent-volume-claim.v1.js';
import type { Pod } from '../../pod/shape/pod.v1.js';
import type { Node } from '../node.v1.js';
import { certificateRequestFault } from './certificate-request.js';
import { mirrorPodFault } from './mirror-pod.js';
import { forbiddenLabels } from './node-labels.js';
import type { NodeWrite } from './node-write.js';

const NODE_LEASES = 'kube-node-lease';

type Rule = (write: NodeWrite) => string | undefined | Promise<string | undefined>;

/**
 * Keeps nodes to themselves: each may write its own Node, Lease, CSINode and slices, the pods that run on it, and ask
 * for tokens and certificates of those (upstream: plugin/pkg/admission/noderestriction).
 */
@Injectable()
export class NodeRestrictionAdmission extends AdmissionPlugin {
  readonly name = 'NodeRestriction';
  override readonly isOnByDefault = false;
  /** By group and resource. */
  private readonly rules: Readonly<Record<string, Rule | undefined>> = {
    '/pods': (write) => this.podFault(write),
    '/nodes': nodeFault,
    '/persistentvolumeclaims': claimFault,
    '/serviceaccounts': (write) => this.tokenFault(write),
    'certificates.k8s.io/podcertificaterequests': (write) => certificateRequestFault(this.stores, write),
    'coordination.k8s.io/leases': leaseFault,
    'storage.k8s.io/csinodes': csiNodeFault,
    'resource.k8s.io/resourceslices': sliceFault,
  };

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation !== 'CONNECT';
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const node = nodeNameOf(attributes.user);
    if (node === undefined) return;
    const { resource, name } = attributes;
    const why =
      node === ''
        ? `could not determine node from user ${JSON.stringify(attributes.user.name)}`
        : await this.rules[`${resource.group}/${resource.resource}`]?.({ node, attributes });
    if (why !== undefined) throw forbiddenResource(resource, name, why);
  }

  private podFault(write: NodeWrite): Promise<string | undefined> | string | undefined {
    const { subresource } = write.attributes;
    if (subresource === '') return this.wholePodFault(write);
    if (subresource === 'status') return podStatusFault(write);
    if (subresource === 'eviction') return this.evictionFault(write);
    return `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`;
  }

  private async wholePodFault({ node, attributes }: NodeWrite): Promise<string | undefined> {
    const { operation, object } = attributes;
    if (operation === 'CREATE') {
      return mirrorPodFault(object as Pod, node) ?? (await this.uidFault(object as Pod, node));
    }
    if (operation !== 'DELETE')
      return `unexpected operation "${operation}", node ${quote(node)} can only create and delete mirror pods`;
    const pod = await this.podOf(attributes);
    if (pod.spec?.nodeName === node) return undefined;
    return `node ${quote(node)} can only delete pods with spec.nodeName set to itself`;
  }

  private async uidFault({ metadata }: Pod, name: string): Promise<string | undefined> {
    const node = await this.stores.of('', 'nodes').get(systemContext(), name);
    const { uid } = metadata.ownerReferences![0];
    if (uid === node.metadata.uid) return undefined;
    return `node ${name} UID mismatch: expected ${uid} got ${node.metadata.uid}`;
  }

  private async evictionFault({ node, attributes }: NodeWrite): Promise<string | undefined> {
    if (attributes.operation !== 'CREATE') return `unexpected operation ${attributes.operation}`;
    const pod = await this.podOf(attributes);
    if (pod.spec?.nodeName === node) return undefined;
    return `node ${node} can only evict pods with spec.nodeName set to itself`;
  }

  private podOf({ namespace, name }: AdmissionAttributes): Promise<Pod> {
    return this.stores.of<Pod>('', 'pods').get({ ...systemContext(), namespace }, name);
  }

  private async tokenFault({ node, attributes }: NodeWrite): Promise<string | undefined> {
    if (attributes.operation !== 'CREATE' || attributes.subresource !== 'token') return undefined;
    const { boundObjectRef: bound } = (attributes.object as TokenRequest).spec;
    if (!bound || bound.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name)
      return 'node requested token not bound to a pod';
    if (!bound.uid) return 'node requested token with a pod binding without a uid';
    const context = { ...systemContext(), namespace: attributes.namespace };
    const pod = await this.stores.of<Pod>('', 'pods').get(context, bound.name);
    if (bound.uid !== pod.metadata.uid)
      return `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    return pod.spec?.nodeName === node
      ? undefined
      : 'node requested token bound to a pod scheduled on a different node';
  }
}

interface TokenRequest extends ApiObject {
  spec: { boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string } };
}

const quote = JSON.stringify;

function podStatusFault({ node, attributes }: NodeWrite): string | undefined {
  if (attributes.operation !== 'UPDATE') return `unexpected operation "${attributes.operation}"`;
  const [pod, old] = [attributes.object as Pod, attributes.oldObject as Pod];
  if (old.spec?.nodeName !== node)
    return `node ${quote(node)} can only update pod status for pods with spec.nodeName set to itself`;
  if (!isSameValue(pod.metadata.labels ?? {}, old.metadata.labels ?? {}))
    return `node ${quote(node)} cannot update labels through pod status`;
  if (!isSameValue(pod.status?.resourceClaimStatuses ?? [], old.status?.resourceClaimStatuses ?? []))
    return `node ${quote(node)} cannot update resource claim statuses`;
  return undefined;
}

function nodeFault({ node, attributes }: NodeWrite): string | undefined {
  const { operation, name } = attributes;
  const [object, old] = [attributes.object as Node | undefined, attributes.oldObject as Node | undefined];
  if (operation === 'CREATE' && object) {
    if (object.spec?.configSource)
      return `node ${quote(node)} is not allowed to create pods with a non-nil configSource`;
    const labels = forbiddenLabels(object.metadata.labels);
    if (labels.length > 0)
      return `node ${quote(node)} is not allowed to set the following labels: ${labels.join(', ')}`;
  }
  if (name !== node) return `node ${quote(node)} is not allowed to modify node ${quote(name)}`;
  return operation === 'UPDATE' ? nodeUpdateFault(node, object!, old!) : undefined;
}

function nodeUpdateFault(name: string, node: Node, old: Node): string | undefined {
  const head = `node ${quote(name)} is not allowed to`;
  const { configSource } = node.spec ?? {};
  if (configSource && !isSameValue(configSource, old.spec?.configSource))
    return `${head} update configSource to a new non-nil configSource`;
  if (!isSameValue(node.spec?.taints ?? [], old.spec?.taints ?? [])) return `${head} modify taints`;
  const labels = forbiddenLabels(node.metadata.labels, old.metadata.labels);
  if (labels.length > 0) return `${head} modify labels: ${labels.join(', ')}`;
  if (!isSameValue(node.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? []))
    return `${head} modify ownerReferences`;
  return undefined;
}

/** The members of a claim's status that a node may write: the size of its volume, and the progress of its expansion. */
const OF_VOLUME = ['capacity', 'conditions', 'allocatedResources', 'allocatedResourceStatuses'] as const;

function claimFault({ node, attributes }: NodeWrite): string | undefined {
  if (attributes.subresource !== 'status') return 'may only update PVC status';
  if (attributes.operation !== 'UPDATE') return `unexpected operation "${attributes.operation}"`;
  const [claim, old] = [attributes.object, attributes.oldObject].map((object) => rest(object as PersistentVolumeClaim));
  if (isSameValue(claim, old)) return undefined;
  return `node ${quote(node)} is not allowed to update fields other than status.quantity and status.conditions`;
}

function rest({ metadata, spec, status }: PersistentVolumeClaim): object {
  const { resourceVersion: _version, managedFields: _managers, ...kept } = metadata;
  const others = Object.entries(status ?? {}).filter(([member]) => !(OF_VOLUME as readonly string[]).includes(member));
  return { metadata: kept, spec, status: Object.fromEntries(others) };
}

function leaseFault({ node, attributes }: NodeWrite): string | undefined {
  if (attributes.namespace !== NODE_LEASES)
    return `can only access leases in the ${quote(NODE_LEASES)} system namespace`;
  if (attributes.name === node) return undefined;
  return 'can only access node lease with the same name as the requesting node';
}

function csiNodeFault({ node, attributes }: NodeWrite): string | undefined {
  return attributes.name === node ? undefined : 'can only access CSINode with the same name as the requesting node';
}

function sliceFault({ node, attributes }: NodeWrite): string | undefined {
  const verb = { CREATE: 'create', UPDATE: 'update', DELETE: 'delete', CONNECT: 'connect' }[attributes.operation];
  const slice = (attributes.operation === 'CREATE' ? attributes.object : attributes.oldObject) as
    { spec?: { nodeName?: string } } | undefined;
  // Of a deletion without an object the authorizer decides.
  if (!slice || slice.spec?.nodeName === node) return undefined;
  return `can only ${verb} ResourceSlice with the same NodeName as the requesting node`;
}
