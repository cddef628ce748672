import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Quantity,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { type PodSpec, isPodWrite, podOf } from '../../core/index.js';
import { mergeTolerations } from '../pod-tolerations/merge-tolerations.js';
import type { RuntimeClass } from './runtime-class.v1.js';

/** Sets the overhead and the scheduling rules of a runtime class on its pods. */
@Injectable()
export class RuntimeClassAdmission extends AdmissionPlugin {
  readonly name = 'RuntimeClass';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isPodWrite(resource);
  }

  override admit(attributes: AdmissionAttributes): boolean | Promise<boolean> {
    const spec = podOf(attributes)?.spec;
    return spec && asksForClass(spec) ? this.apply(attributes, spec) : false;
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const spec = podOf(attributes)?.spec;
    if (spec && (asksForClass(spec) || spec.overhead)) return this.check(attributes, spec);
  }

  private async apply(attributes: AdmissionAttributes, spec: PodSpec): Promise<boolean> {
    const runtimeClass = await this.classOf(attributes, spec);
    setOverhead(attributes, spec, runtimeClass);
    setScheduling(attributes, spec, runtimeClass);
    return true;
  }

  private async check(attributes: AdmissionAttributes, spec: PodSpec): Promise<void> {
    const runtimeClass = asksForClass(spec) ? await this.classOf(attributes, spec) : undefined;
    if (runtimeClass?.overhead) {
      if (!isSameAmounts(runtimeClass.overhead.podFixed, spec.overhead)) throw refuse(attributes, OTHER_OVERHEAD);
    } else if (Object.keys(spec.overhead ?? {}).length > 0) {
      throw refuse(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
    }
  }

  private async classOf(attributes: AdmissionAttributes, { runtimeClassName = '' }: PodSpec): Promise<RuntimeClass> {
    const classes = this.stores.of<RuntimeClass>('node.k8s.io', 'runtimeclasses');
    const found = await classes.find(systemContext(), runtimeClassName);
    if (!found) throw refuse(attributes, `pod rejected: RuntimeClass "${runtimeClassName}" not found`);
    return found;
  }
}

type ResourceList = Readonly<Record<string, string | number>>;

const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

function asksForClass({ runtimeClassName }: PodSpec): boolean {
  return runtimeClassName !== undefined;
}

function setOverhead(attributes: AdmissionAttributes, spec: PodSpec, { overhead }: RuntimeClass): void {
  if (!overhead) return;
  if (spec.overhead && !isSameAmounts(overhead.podFixed, spec.overhead)) throw refuse(attributes, OTHER_OVERHEAD);
  spec.overhead = overhead.podFixed && { ...overhead.podFixed };
}

function setScheduling(attributes: AdmissionAttributes, spec: PodSpec, { scheduling }: RuntimeClass): void {
  if (!scheduling) return;
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  for (const key of Object.keys(nodeSelector).sort()) {
    const own = spec.nodeSelector && Object.hasOwn(spec.nodeSelector, key) ? spec.nodeSelector[key] : undefined;
    if (own === undefined || own === nodeSelector[key]) continue;
    const ofClass = `runtimeClass.scheduling.nodeSelector[${key}] = ${nodeSelector[key]}`;
    throw refuse(attributes, `conflict: ${ofClass}; pod.spec.nodeSelector[${key}] = ${own}`);
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector };
  if (tolerations.length > 0) spec.tolerations = mergeTolerations(spec.tolerations ?? [], tolerations);
}

function isSameAmounts(amounts: ResourceList = {}, others: ResourceList = {}): boolean {
  const names = Object.keys(amounts);
  if (names.length !== Object.keys(others).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(others, name) && Quantity.fromJson(amounts[name]).compare(Quantity.fromJson(others[name])) === 0,
  );
}

function refuse({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}
