import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { parseJson } from '../../../src/plugin-api/built-in.js';
import { type Toleration, isPodWrite, podOf, qosClassOf } from '../../core/index.js';
import { areAllowed, mergeTolerations } from './merge-tolerations.js';
import { readTolerations, readTolerationsConfiguration } from './tolerations.configuration.js';

const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const ALLOWED = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';
/** Pods that are promised something bear that their node is short of memory. */
const MEMORY_PRESSURE: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** Adds the tolerations of a namespace to its pods, and rejects those that it does not allow. */
@Injectable()
export class PodTolerationRestrictionAdmission extends AdmissionPlugin {
  readonly name = 'PodTolerationRestriction';
  override readonly isOnByDefault = false;
  private cluster = readTolerationsConfiguration(undefined);

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  override configure(configuration: unknown): void {
    this.cluster = readTolerationsConfiguration(configuration);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(resource);
  }

  override async admit(attributes: AdmissionAttributes): Promise<boolean> {
    const spec = podOf(attributes)?.spec;
    if (!spec) return false;
    const more: Toleration[] = [];
    if (attributes.operation === 'CREATE')
      more.push(...((await this.ofNamespace(attributes, DEFAULTS)) ?? this.cluster.defaults));
    if (qosClassOf(spec) !== 'BestEffort') more.push(MEMORY_PRESSURE);
    if (more.length === 0) return false;
    spec.tolerations = mergeTolerations(spec.tolerations ?? [], more);
    return true;
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const tolerations = podOf(attributes)?.spec?.tolerations ?? [];
    if (tolerations.length === 0) return;
    const own = await this.ofNamespace(attributes, ALLOWED);
    const allowed = own ?? this.cluster.allowed;
    if (allowed.length === 0 || areAllowed(tolerations, allowed)) return;
    const scope = own ? 'namespace' : 'cluster';
    const why = `pod tolerations (possibly merged with ${scope} default tolerations) conflict with its ${scope} whitelist`;
    throw forbiddenResource(attributes.resource, attributes.name, why);
  }

  /** Returns the content of a namespace's annotation; undefined without it. */
  private async ofNamespace(attributes: AdmissionAttributes, annotation: string): Promise<Toleration[] | undefined> {
    const { namespace: name } = attributes;
    const namespace = await this.stores.of('', 'namespaces').find(systemContext(), name);
    const text = namespace?.metadata.annotations?.[annotation];
    if (text === undefined) return undefined;
    try {
      return text === '' ? [] : readTolerations(parseJson(text).value, annotation);
    } catch {
      // An unreadable annotation allows nothing.
      throw forbiddenResource(
        attributes.resource,
        attributes.name,
        `the annotation ${annotation} of its namespace is no list of tolerations`,
      );
    }
  }
}
