import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type ApiObject,
  type ResourceStore,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { isPathSegmentName, type GroupResource } from '../../../../src/plugin-api/built-in.js';
import { isPodWrite, podOf } from './admitted-pod.js';
import type { PodSpec } from '../shape/pod.v1.js';

interface PriorityClass extends ApiObject {
  value?: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

const CLASSES = { group: 'scheduling.k8s.io', resource: 'priorityclasses' };

/** The values that a class assigns to pods. */
interface Priority {
  readonly className: string;
  readonly value: number;
  readonly preemptionPolicy: string;
}

const NO_CLASS: Priority = { className: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };

/** The classes that every cluster has, even if the kind is not served. */
const SYSTEM_CLASSES: ReadonlyMap<string, Priority> = new Map(
  Object.entries({ 'system-node-critical': 2_000_001_000, 'system-cluster-critical': 2_000_000_000 }).map(
    ([className, value]) => [className, { ...NO_CLASS, className, value }],
  ),
);

/** Sets the priority of pods to that of their class, or of the default class, of which there is one at most. */
@Injectable()
export class PriorityAdmission extends AdmissionPlugin {
  readonly name = 'Priority';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && (isPodWrite(resource) || isOfClasses(resource));
  }

  override async admit(attributes: AdmissionAttributes): Promise<boolean> {
    const spec = podOf(attributes)?.spec;
    if (!spec) return false;
    if (attributes.operation === 'UPDATE') keepPriority(spec, (attributes.oldObject as { spec?: PodSpec }).spec);
    else setPriority(attributes, spec, await this.priorityOf(attributes, spec.priorityClassName ?? ''));
    return true;
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { resource, object, operation } = attributes;
    if (!isOfClasses(resource)) return;
    const { metadata, globalDefault } = object as PriorityClass;
    const classes = this.stores.find<PriorityClass>(CLASSES.group, CLASSES.resource);
    if (!globalDefault || !classes) return;
    const { className } = defaultOf(await readableOf(classes));
    if (className === '' || (operation === 'UPDATE' && className === metadata.name)) return;
    throw refuse(attributes, `PriorityClass ${className} is already marked as default. Only one default can exist`);
  }

  private async priorityOf(attributes: AdmissionAttributes, className: string): Promise<Priority> {
    const classes = this.stores.find<PriorityClass>(CLASSES.group, CLASSES.resource);
    if (className === '') return classes ? defaultOf(await readableOf(classes)) : NO_CLASS;
    // No object can have a name that does not fit into a path, and a lookup is no place to complain of it.
    const isName = isPathSegmentName(className).length === 0;
    const found = isName ? await classes?.find(systemContext(), className) : undefined;
    const priority = found ? toPriority(found) : SYSTEM_CLASSES.get(className);
    if (!priority) throw refuse(attributes, `no PriorityClass with name ${className} was found`);
    return priority;
  }
}

/** Clients may leave out what is fixed. */
function keepPriority(spec: PodSpec, old: PodSpec | undefined): void {
  if (spec.priority === undefined && old?.priority !== undefined) spec.priority = old.priority;
  if (spec.preemptionPolicy === undefined && old?.preemptionPolicy !== undefined)
    spec.preemptionPolicy = old.preemptionPolicy;
}

function setPriority(
  attributes: AdmissionAttributes,
  spec: PodSpec,
  { className, value, preemptionPolicy }: Priority,
): void {
  const tail = 'from the given PriorityClass name';
  if (spec.priority !== undefined && spec.priority !== value) {
    const given = `the integer value of priority (${spec.priority}) must not be provided in pod spec`;
    throw refuse(attributes, `${given}; priority admission controller computed ${value} ${tail}`);
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const given = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec`;
    throw refuse(attributes, `${given}; priority admission controller computed ${preemptionPolicy} ${tail}`);
  }
  if (className !== '') spec.priorityClassName = className;
  spec.priority = value;
  spec.preemptionPolicy = preemptionPolicy;
}

/** A class that cannot be read must not keep pods of others out. */
function readableOf(classes: ResourceStore<PriorityClass>): Promise<PriorityClass[]> {
  return classes.list(systemContext(), ({ unreadable }) => unreadable === undefined);
}

/** Of several default classes the lowest counts. */
function defaultOf(classes: readonly PriorityClass[]): Priority {
  const defaults = classes.filter(({ globalDefault }) => globalDefault).map(toPriority);
  return defaults.sort((a, b) => a.value - b.value)[0] ?? NO_CLASS;
}

function toPriority({ metadata, value = 0, preemptionPolicy }: PriorityClass): Priority {
  return { className: metadata.name ?? '', value, preemptionPolicy: preemptionPolicy || NO_CLASS.preemptionPolicy };
}

function refuse({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}

function isOfClasses({ group, resource }: GroupResource): boolean {
  return resource === CLASSES.resource && group === CLASSES.group;
}
