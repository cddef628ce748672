import { setTimeout as wait } from 'node:timers/promises';
import type { PartialOptions } from '../../options/index.js';
import { CommandError } from '../output.js';
import type { ApiClient } from '../api-client.js';
import { type ManifestObject, describeObject } from './manifest.js';
import type { Collection, ResourceFinder } from './resource-finder.js';

/** The options of a server that evaluates policies of all versions and says what they said. */
export const POLICY_SERVER_OPTIONS: PartialOptions = {
  api: {
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: {
      'admissionregistration.k8s.io/v1alpha1': 'true',
      'admissionregistration.k8s.io/v1beta1': 'true',
    },
  },
  authorization: { decisionTrace: true },
};

const GROUP = 'admissionregistration.k8s.io/';
/** Milliseconds until the wait for something the server makes is given up, and between looks at it. */
const PATIENCE = 10_000;
const PERIOD = 20;

/** Puts objects into a separate server, so that others can be tried against them. */
export class PolicyServer {
  private readonly namespaces = new Set<string>();
  private hasDefinitions = false;

  constructor(
    private readonly client: ApiClient,
    private readonly finder: ResourceFinder,
  ) {}

  /** Stores objects: namespaces and definitions first, then what policies read, then policies. Throws CommandError. */
  async store(objects: readonly ManifestObject[]): Promise<void> {
    const ranked = objects.map((object) => ({ object, rank: rankOf(object) })).sort((a, b) => a.rank - b.rank);
    for (const { object } of ranked) await this.storeOne(object);
  }

  /** Makes the namespace of an object, if it is not there, and waits for what pods in it need. */
  async prepareFor(object: ManifestObject): Promise<void> {
    const { namespace } = await this.collectionOf(object);
    if (namespace === '' || this.namespaces.has(namespace)) return;
    this.namespaces.add(namespace);
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
    await this.client.send({ method: 'POST', path: '/api/v1/namespaces', body });
    await this.waitFor(`/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/default`);
  }

  /** Called for objects that were tried and are allowed: others may depend on namespaces and definitions. */
  async keep(object: ManifestObject): Promise<void> {
    if (rankOf(object) <= DEFINITION) await this.storeOne(object);
  }

  private async storeOne(object: ManifestObject): Promise<void> {
    await this.prepareFor(object);
    const { path, namespace } = await this.collectionOf(object);
    const { status, body } = await this.client.send({ method: 'POST', path, body: object });
    if (status === 409 && object.kind === 'Namespace') return this.replaceNamespace(object);
    if (status >= 300)
      throw new CommandError(`${describeObject(object, namespace)}: ${String(body.message ?? status)}`);
    this.hasDefinitions ||= rankOf(object) === DEFINITION;
  }

  /** Namespaces that every server has get the labels of the file. */
  private async replaceNamespace({ apiVersion, kind, metadata }: ManifestObject): Promise<void> {
    const { status, body } = await this.client.send({
      method: 'PATCH',
      path: `/api/v1/namespaces/${encodeURIComponent(metadata.name ?? '')}`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { apiVersion, kind, metadata },
    });
    if (status >= 300) throw new CommandError(`Namespace ${metadata.name}: ${String(body.message ?? status)}`);
  }

  /** Kinds of definitions are served some time after these were stored. */
  private async collectionOf(object: ManifestObject): Promise<Collection> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const collection = await this.finder.find(object);
      if (collection) return collection;
      const { apiVersion, kind } = object;
      if (Date.now() > deadline || !this.hasDefinitions)
        throw new CommandError(`${describeObject(object, '')}: there is no kind ${apiVersion} ${kind}`);
      await wait(PERIOD);
    }
  }

  private async waitFor(path: string): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while ((await this.client.send({ method: 'GET', path })).status !== 200) {
      if (Date.now() > deadline) throw new CommandError(`${path} is missing`);
      await wait(PERIOD);
    }
  }
}

const DEFINITION = 1;

function rankOf({ apiVersion, kind }: ManifestObject): number {
  if (kind === 'Namespace' && apiVersion === 'v1') return 0;
  if (kind === 'CustomResourceDefinition') return DEFINITION;
  if (!apiVersion.startsWith(GROUP)) return 2;
  return kind.endsWith('Binding') ? 4 : 3;
}
