import { Readiness, type ObjectListener } from '../../access/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { NODE_RESOURCES } from '../kinds.js';
import { referencesOf, type ReferringPod } from './pod-references.js';
import { claimOf, secretsOf, type ReferringVolume } from './volume-references.js';

/** The resources the graph is made of. */
export const GRAPH_RESOURCES = [
  NODE_RESOURCES.pod,
  NODE_RESOURCES.volume,
  NODE_RESOURCES.attachment,
  NODE_RESOURCES.resourceSlice,
  NODE_RESOURCES.podCertificateRequest,
];

const PODS: string = NODE_RESOURCES.pod.resource;
const VOLUMES: string = NODE_RESOURCES.volume.resource;
const CLAIMS: string = NODE_RESOURCES.claim.resource;
const SECRETS: string = NODE_RESOURCES.secret.resource;

interface KnownPod {
  /** Everything on which the references depend, as one text. */
  readonly state: string;
  readonly nodeName: string;
  readonly references: ReadonlySet<string>;
}

interface KnownVolume {
  readonly claim: string | undefined;
  readonly secrets: readonly string[];
}

/** Changes of the graph, as metrics name them. */
export type GraphAction =
  | 'AddPod'
  | 'DeletePod'
  | 'AddPV'
  | 'DeletePV'
  | 'AddVolumeAttachment'
  | 'DeleteVolumeAttachment'
  | 'AddResourceSlice'
  | 'DeleteResourceSlice'
  | 'AddPodCertificateRequest'
  | 'DeletePodCertificateRequest';

type OwnedName = 'PodCertificateRequest' | 'ResourceSlice' | 'VolumeAttachment';

/** Resources whose objects name their node, with their names in actions. */
const OWNED_NAMES: Readonly<Record<string, OwnedName>> = {
  [NODE_RESOURCES.attachment.resource]: 'VolumeAttachment',
  [NODE_RESOURCES.resourceSlice.resource]: 'ResourceSlice',
  [NODE_RESOURCES.podCertificateRequest.resource]: 'PodCertificateRequest',
};

/** Names an object. */
export interface ObjectPlace {
  readonly resource: string;
  /** Empty for objects that have none. */
  readonly namespace: string;
  readonly name: string;
}

/** Which objects belong to which node: its pods, what those use, and the volumes behind their claims. */
export class NodeGraph implements ObjectListener {
  readonly readiness = new Readiness(GRAPH_RESOURCES.map(({ resource }) => resource));
  private readonly pods = new Map<string, KnownPod>();
  private readonly volumes = new Map<string, KnownVolume>();
  /** The nodes of objects that name them, by resource, namespace and name. */
  private readonly owned = new Map<string, string>();
  /** Uses of `<resource>/<namespace>/<name>` by node. */
  private readonly uses = new Map<string, Map<string, number>>();
  private readonly volumesOfSecret = new Map<string, Set<string>>();

  /** `onAction` is called after each change that was made, with the time that it took. */
  constructor(private readonly onAction: (action: GraphAction, seconds: number) => void = () => {}) {}

  /** Reports whether an object belongs to a node. */
  belongsTo(nodeName: string, { resource, namespace, name }: ObjectPlace): boolean {
    const key = `${namespace}/${name}`;
    if (resource === PODS) return this.pods.get(key)?.nodeName === nodeName;
    if (resource === VOLUMES) return this.usesVolume(nodeName, name);
    if (Object.hasOwn(OWNED_NAMES, resource)) return this.owned.get(`${resource}/${key}`) === nodeName;
    if (this.uses.get(`${resource}/${key}`)?.has(nodeName)) return true;
    return resource === SECRETS && [...(this.volumesOfSecret.get(key) ?? [])].some((v) => this.usesVolume(nodeName, v));
  }

  onPut(resource: string, object: ApiObject): void {
    if (resource === PODS) this.putPod(object as ReferringPod);
    else if (resource === VOLUMES) this.putVolume(object as ReferringVolume);
    else this.putOwned(resource, object);
  }

  onDelete(resource: string, object: ApiObject): void {
    const { namespace = '', name = '' } = object.metadata;
    const started = performance.now();
    if (resource === PODS) this.removePod(`${namespace}/${name}`);
    else if (resource === VOLUMES) this.removeVolume(name);
    else this.owned.delete(`${resource}/${namespace}/${name}`);
    this.tell(`Delete${nameOf(resource)}`, started);
  }

  onReady(resource: string): void {
    this.readiness.add(resource);
  }

  onReset(resource: string): void {
    this.readiness.remove(resource);
    if (resource === PODS) for (const key of [...this.pods.keys()]) this.removePod(key);
    else if (resource === VOLUMES) for (const name of [...this.volumes.keys()]) this.removeVolume(name);
    else for (const key of [...this.owned.keys()]) if (key.startsWith(`${resource}/`)) this.owned.delete(key);
  }

  private usesVolume(nodeName: string, volume: string): boolean {
    const claim = this.volumes.get(volume)?.claim;
    return claim !== undefined && this.uses.get(`${CLAIMS}/${claim}`)?.has(nodeName) === true;
  }

  private putPod(pod: ReferringPod): void {
    const { namespace = '', name = '' } = pod.metadata;
    const key = `${namespace}/${name}`;
    const nodeName = pod.spec?.nodeName ?? '';
    const state = stateOf(pod);
    if (this.pods.get(key)?.state === state) return;
    const started = performance.now();
    this.removePod(key);
    if (nodeName === '') return;
    const references = new Set([...referencesOf(pod)].map((ref) => ref.replace('/', `/${namespace}/`)));
    this.pods.set(key, { state, nodeName, references });
    for (const reference of references) this.count(reference, nodeName, 1);
    this.tell('AddPod', started);
  }

  private removePod(key: string): void {
    const known = this.pods.get(key);
    if (!known) return;
    this.pods.delete(key);
    for (const reference of known.references) this.count(reference, known.nodeName, -1);
  }

  private count(reference: string, nodeName: string, change: number): void {
    let nodes = this.uses.get(reference);
    if (!nodes) this.uses.set(reference, (nodes = new Map()));
    const count = (nodes.get(nodeName) ?? 0) + change;
    if (count > 0) nodes.set(nodeName, count);
    else nodes.delete(nodeName);
    if (nodes.size === 0) this.uses.delete(reference);
  }

  private putVolume(volume: ReferringVolume): void {
    const { name = '' } = volume.metadata;
    const started = performance.now();
    this.removeVolume(name);
    const known = { claim: claimOf(volume), secrets: secretsOf(volume) };
    this.volumes.set(name, known);
    for (const secret of known.secrets) {
      const volumes = this.volumesOfSecret.get(secret);
      if (volumes) volumes.add(name);
      else this.volumesOfSecret.set(secret, new Set([name]));
    }
    this.tell('AddPV', started);
  }

  /** Keeps the node of an object; an object that is the same as before changes nothing. */
  private putOwned(resource: string, object: OwnedObject): void {
    const { namespace = '', name } = object.metadata;
    const key = `${resource}/${namespace}/${name}`;
    const nodeName = object.spec?.nodeName ?? '';
    if (this.owned.get(key) === nodeName) return;
    const started = performance.now();
    this.owned.set(key, nodeName);
    this.tell(`Add${OWNED_NAMES[resource]}`, started);
  }

  private tell(action: GraphAction, started: number): void {
    this.onAction(action, (performance.now() - started) / 1000);
  }

  private removeVolume(name: string): void {
    for (const secret of this.volumes.get(name)?.secrets ?? []) {
      const volumes = this.volumesOfSecret.get(secret);
      volumes?.delete(name);
      if (volumes?.size === 0) this.volumesOfSecret.delete(secret);
    }
    this.volumes.delete(name);
  }
}

interface OwnedObject extends ApiObject {
  readonly spec?: { readonly nodeName?: string };
}

/** The references of a bound pod change only by ephemeral containers, which can only be added, and claims made for it. */
function stateOf({ metadata: { uid }, spec = {}, status = {} }: ReferringPod): string {
  const claims = (status.resourceClaimStatuses ?? []).flatMap(({ name, resourceClaimName = '' }) => [
    name,
    resourceClaimName,
  ]);
  return [uid, spec.nodeName, spec.ephemeralContainers?.length ?? 0, ...claims].join(' ');
}

function nameOf(resource: string): 'PV' | 'Pod' | OwnedName {
  if (resource === PODS) return 'Pod';
  return resource === VOLUMES ? 'PV' : OWNED_NAMES[resource];
}
