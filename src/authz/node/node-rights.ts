import { FieldSelector, type GroupResource } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { NODE_RESOURCES } from '../kinds.js';

/**
 * The kind of permission of a node for one resource: `yes`; `ours`, if the object belongs to the node; `rules`, the
 * general rules of nodes; or the reason for a denial.
 */
export type NodeRight = 'yes' | 'ours' | 'rules' | { readonly refusal: string };

/** The gates on which the rights of nodes depend. */
export interface NodeGates {
  /** True if nodes are restricted to themselves and their pods (`AuthorizeNodeWithSelectors`). */
  readonly scopes: boolean;
  /** True if nodes request certificates for their pods (`PodCertificateRequest`, since 1.34). */
  readonly certifiesPods: boolean;
}

type Rights = (attributes: AuthorizationAttributes, nodeName: string, gates: NodeGates) => NodeRight;

const READING = ['get', 'list', 'watch'];
const OWN_VERBS = ['get', 'create', 'update', 'patch', 'delete'];
const SLICE_VERBS = ['get', 'watch', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const LEASE_NAMESPACE = 'kube-node-lease';

const readable: Rights = ({ verb, subresource, namespace }) => {
  if (!READING.includes(verb)) return refuse('can only read resources of this type');
  if (subresource !== '') return refuse('cannot read subresource');
  return namespace === '' ? refuse('can only read namespaced object of this type') : 'ours';
};

const gettable: Rights = ({ verb, subresource }) => {
  if (verb !== 'get') return refuse('can only get individual resources of this type');
  return subresource === '' ? 'ours' : refuse('cannot get subresource');
};

const claim: Rights = (attributes, ...rest) => {
  if (attributes.subresource !== 'status') return gettable(attributes, ...rest);
  return ['update', 'patch'].includes(attributes.verb) ? 'ours' : refuse('can only get/update/patch this type');
};

const account: Rights = ({ verb, subresource, name }) => {
  if (verb !== 'create' || name === '') return refuse('can only create tokens for individual service accounts');
  return subresource === 'token' ? 'ours' : refuse('can only create token subresource of serviceaccount');
};

const lease: Rights = ({ verb, namespace, name }, nodeName) => {
  if (!OWN_VERBS.includes(verb)) return refuse('can only get, create, update, patch, or delete a node lease');
  if (namespace !== LEASE_NAMESPACE) {
    return refuse(`can only access leases in the ${JSON.stringify(LEASE_NAMESPACE)} system namespace`);
  }
  // Admission limits what is created: the name is not known here.
  if (verb === 'create' || name === nodeName) return 'yes';
  return refuse('can only access node lease with the same name as the requesting node');
};

const csiNode: Rights = ({ verb, subresource, name }, nodeName) => {
  if (!OWN_VERBS.includes(verb)) return refuse('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return refuse('cannot authorize CSINode subresources');
  if (verb === 'create' || name === nodeName) return 'yes';
  return refuse('can only access CSINode with the same name as the requesting node');
};

const slice: Rights = (attributes, nodeName, { scopes }) => {
  const { verb, subresource } = attributes;
  if (subresource !== '') return refuse('cannot authorize ResourceSlice subresources');
  if (!SLICE_VERBS.includes(verb)) {
    const verbs = 'get, watch, list, create, update, patch, delete, deletecollection';
    return refuse(`only the following verbs are allowed for a ResourceSlice: ${verbs}`);
  }
  if (verb === 'create') return 'yes';
  if (!['watch', 'list', 'deletecollection'].includes(verb)) return 'ours';
  if (!scopes || selects(attributes, 'spec.nodeName', nodeName)) return 'yes';
  return refuse('can only list/watch/deletecollection resourceslices with nodeName field selector');
};

const node: Rights = ({ verb, subresource, name }, nodeName, { scopes }) => {
  if (!scopes || subresource !== '') return 'rules';
  if (['create', 'update', 'patch'].includes(verb)) return 'yes';
  if (!READING.includes(verb)) return 'rules';
  if (name === nodeName) return 'yes';
  const wanted = name === '' ? 'all nodes' : `'${name}'`;
  return refuse(`node '${nodeName}' cannot read ${wanted}, only its own Node object`);
};

const pod: Rights = (attributes, nodeName, { scopes }) => {
  const { verb, subresource, name } = attributes;
  if (!scopes || subresource !== '' || !READING.includes(verb)) return 'rules';
  if (verb === 'get') return 'ours';
  if (selects(attributes, 'spec.nodeName', nodeName)) return 'yes';
  return name === '' ? refuse('can only list/watch pods with spec.nodeName field selector') : 'ours';
};

const certificateRequest: Rights = (attributes, nodeName, { certifiesPods }) => {
  const { verb, subresource } = attributes;
  if (!certifiesPods) return refuse('');
  if (subresource !== '') return refuse('nodes may not access the status subresource of PodCertificateRequests');
  // Admission limits what is created: the object is not known here.
  if (verb === 'create') return 'yes';
  if (verb === 'get') return 'ours';
  if (verb !== 'list' && verb !== 'watch') return refuse(`nodes may not ${verb} podcertificaterequests`);
  if (selects(attributes, 'spec.nodeName', nodeName)) return 'yes';
  return refuse('can only list/watch podcertificaterequests with nodeName field selector');
};

const RIGHTS: ReadonlyMap<string, Rights> = new Map(
  (
    [
      [NODE_RESOURCES.secret, readable],
      [NODE_RESOURCES.configMap, readable],
      [NODE_RESOURCES.claim, claim],
      [NODE_RESOURCES.volume, gettable],
      [NODE_RESOURCES.account, account],
      [NODE_RESOURCES.node, node],
      [NODE_RESOURCES.pod, pod],
      [NODE_RESOURCES.podCertificateRequest, certificateRequest],
      [NODE_RESOURCES.resourceClaim, gettable],
      [NODE_RESOURCES.resourceSlice, slice],
      [NODE_RESOURCES.attachment, gettable],
      [NODE_RESOURCES.csiNode, csiNode],
      [NODE_RESOURCES.lease, lease],
    ] as const
  ).map(([resource, rights]) => [keyOf(resource), rights]),
);

/** Returns the kind of permission for a request of a node. */
export function nodeRightFor(attributes: AuthorizationAttributes, nodeName: string, gates: NodeGates): NodeRight {
  if (!attributes.isResourceRequest) return 'rules';
  const rights = RIGHTS.get(keyOf(attributes));
  return rights ? rights(attributes, nodeName, gates) : 'rules';
}

function keyOf({ group, resource }: GroupResource): string {
  return `${group}/${resource}`;
}

function refuse(refusal: string): NodeRight {
  return { refusal };
}

/** A selector that cannot be read selects nothing here; the request fails on it later. */
function selects({ fieldSelector = '' }: AuthorizationAttributes, field: string, value: string): boolean {
  try {
    return FieldSelector.parse(fieldSelector).requiresExactMatch(field) === value;
  } catch {
    return false;
  }
}
