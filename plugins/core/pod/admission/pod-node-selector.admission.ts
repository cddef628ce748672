import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  forbiddenResource,
  isQualifiedName,
  systemContext,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { failure, isLabelValue } from '../../../../src/plugin-api/built-in.js';
import { isPodWrite, podOf } from './admitted-pod.js';
import type { Pod } from '../shape/pod.v1.js';

type Labels = ReadonlyMap<string, string>;

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';
const CONFIGURATION = 'podNodeSelectorPluginConfig';
/** Where the configuration has what holds for namespaces that say nothing. */
const CLUSTER_DEFAULT = 'clusterDefaultNodeSelector';
const CONFLICT = 'pod node label selector conflicts with its namespace node label selector';
const NOT_ALLOWED = 'pod node label selector labels conflict with its namespace whitelist';

/** Keeps the pods of a namespace on the nodes that the namespace selects, or the cluster by default. */
@Injectable()
export class PodNodeSelectorAdmission extends AdmissionPlugin {
  readonly name = 'PodNodeSelector';
  override readonly isOnByDefault = false;
  private selectors: ReadonlyMap<string, Labels> = new Map();

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  override configure(configuration: unknown): void {
    this.selectors = readSelectors(configuration);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isPodWrite(resource);
  }

  override async admit(attributes: AdmissionAttributes): Promise<boolean> {
    const pod = podOf(attributes);
    if (!pod?.spec) return false;
    const ofNamespace = await this.selectorOf(attributes.namespace);
    refuseConflict(attributes, pod, ofNamespace);
    if (ofNamespace.size === 0) return false;
    pod.spec.nodeSelector = Object.fromEntries([...ofNamespace, ...Object.entries(pod.spec.nodeSelector ?? {})]);
    return true;
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const pod = podOf(attributes);
    if (!pod?.spec) return;
    refuseConflict(attributes, pod, await this.selectorOf(attributes.namespace));
    const allowed = this.selectors.get(attributes.namespace);
    if (!allowed || allowed.size === 0) return;
    const isAllowed = Object.entries(pod.spec.nodeSelector ?? {}).every(([key, value]) => allowed.get(key) === value);
    if (!isAllowed) throw forbiddenResource(attributes.resource, attributes.name, NOT_ALLOWED);
  }

  private async selectorOf(name: string): Promise<Labels> {
    const namespace = await this.stores.of('', 'namespaces').find(systemContext(), name);
    const text = namespace?.metadata.annotations?.[ANNOTATION];
    if (text === undefined) return this.selectors.get(CLUSTER_DEFAULT) ?? new Map();
    try {
      return readSelector(text);
    } catch (error) {
      throw failure(500, (error as Error).message);
    }
  }
}

function refuseConflict({ resource, name }: AdmissionAttributes, { spec }: Pod, ofNamespace: Labels): void {
  const own = Object.entries(spec?.nodeSelector ?? {});
  const isInConflict = own.some(([key, value]) => (ofNamespace.get(key) ?? value) !== value);
  if (isInConflict) throw forbiddenResource(resource, name, CONFLICT);
}

function readSelectors(configuration: unknown): Map<string, Labels> {
  if (configuration === undefined) return new Map();
  if (!isMapping(configuration)) throw new Error('is no mapping');
  const other = Object.keys(configuration).find((member) => member !== CONFIGURATION);
  if (other !== undefined) throw new Error(`${other}: is unknown`);
  const selectors = configuration[CONFIGURATION] ?? {};
  if (!isMapping(selectors)) throw new Error(`${CONFIGURATION}: is no mapping`);
  return new Map(
    Object.entries(selectors).map(([namespace, text]) => {
      if (typeof text !== 'string') throw new Error(`${CONFIGURATION}.${namespace}: is no text`);
      return [namespace, readSelector(text)];
    }),
  );
}

/** Reads `a=b,c=d`. */
function readSelector(text: string): Labels {
  if (text === '') return new Map();
  return new Map(text.split(',').map((part) => readLabel(text, part)));
}

function readLabel(text: string, part: string): [string, string] {
  const [key, value, ...others] = part.split('=').map((each) => each.trim());
  const isLabel = value !== undefined && others.length === 0;
  if (isLabel && isQualifiedName(key).length === 0 && isLabelValue(value).length === 0) return [key, value];
  throw new Error(`invalid selector: ${text}`);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
