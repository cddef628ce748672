import {
  type AdmissionAttributes,
  type ApiObject,
  type Stores,
  systemContext,
} from '../../../../src/plugin-api/index.js';
import type { Pod } from '../../pod/shape/pod.v1.js';
import { MIRROR_ANNOTATION } from './mirror-pod.js';
import type { NodeWrite } from './node-write.js';

/** A request for a certificate of a pod: the names and UIDs of the pod, its service account and its node. */
interface CertificateRequest extends ApiObject {
  readonly spec: Readonly<Record<(typeof MEMBERS)[number], string>>;
}

const MEMBERS = ['nodeName', 'nodeUID', 'podName', 'podUID', 'serviceAccountName', 'serviceAccountUID'] as const;

type Check = (request: CertificateRequest['spec'], place: Place) => string | undefined | Promise<string | undefined>;

interface Place {
  readonly stores: Stores;
  readonly namespace: string;
  readonly node: string;
}

/** The checks of a request, in the order of the reference. */
const CHECKS: readonly Check[] = [nodeFault, podFault, accountFault];

/**
 * Returns why a node must not request a certificate; undefined if it may: for a pod that runs on it, and by the UIDs that
 * pod, service account and node have now. Throws StatusError where one of them does not exist (404).
 */
export async function certificateRequestFault(
  stores: Stores,
  { node, attributes }: NodeWrite,
): Promise<string | undefined> {
  const { operation, subresource, namespace } = attributes;
  if (operation !== 'CREATE') return `unexpected operation ${operation}`;
  if (subresource !== '') return `unexpected subresource ${subresource}`;
  const { spec } = requestOf(attributes);
  for (const check of CHECKS) {
    const fault = await check(spec, { stores, namespace, node });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns the request with every member a text: what has not been validated yet may lack some. */
function requestOf({ object }: AdmissionAttributes): CertificateRequest {
  const { metadata, spec = {} } = object as ApiObject & { readonly spec?: Partial<CertificateRequest['spec']> };
  const members = MEMBERS.map((member) => [member, spec[member] ?? '']);
  return { metadata, spec: Object.fromEntries(members) as CertificateRequest['spec'] };
}

async function nodeFault({ nodeName, nodeUID, podName }: CertificateRequest['spec'], place: Place) {
  if (nodeName !== place.node)
    return `PodCertificateRequest.Spec.NodeName=${quote(nodeName)}, which is not the requesting node ${quote(place.node)}`;
  const { uid } = (await place.stores.of('', 'nodes').get(systemContext(), nodeName)).metadata;
  if (nodeUID === uid) return undefined;
  return `${headOf(podName, place)} names node UID ${quote(nodeUID)}, inconsistent with the running node (${quote(uid)})`;
}

async function podFault({ podName, podUID, nodeName, serviceAccountName }: CertificateRequest['spec'], place: Place) {
  const context = { ...systemContext(), namespace: place.namespace };
  const { metadata, spec = {} } = await place.stores.of<Pod>('', 'pods').get(context, podName);
  const head = headOf(podName, place);
  if (podUID !== metadata.uid)
    return `${head} contains pod UID (${quote(podUID)}) which differs from running pod ${quote(metadata.uid)}`;
  const pod = `pod ${nameOf(podName, place)}`;
  if (spec.nodeName !== nodeName)
    return `${pod} is not running on node ${quote(nodeName)} named in the PodCertificateRequest`;
  if (metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) return `${pod} is a mirror pod`;
  const { serviceAccountName: account = '' } = spec;
  if (serviceAccountName === account) return undefined;
  return `${head} contains serviceAccountName (${quote(serviceAccountName)}) that differs from running pod (${quote(account)})`;
}

async function accountFault(request: CertificateRequest['spec'], place: Place) {
  const { podName, serviceAccountName, serviceAccountUID } = request;
  const context = { ...systemContext(), namespace: place.namespace };
  const { uid } = (await place.stores.of('', 'serviceaccounts').get(context, serviceAccountName)).metadata;
  if (serviceAccountUID === uid) return undefined;
  return `${headOf(podName, place)} names service account UID ${quote(serviceAccountUID)}, which differs from the running service account (${quote(uid)})`;
}

function headOf(podName: string, place: Place): string {
  return `PodCertificateRequest for pod ${nameOf(podName, place)}`;
}

function nameOf(podName: string, { namespace }: Place): string {
  return quote(`${namespace}/${podName}`);
}

const quote = JSON.stringify;
