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
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import type { PersistentVolumeClaim } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import { isPodWrite, podOf } from '../pod/admission/admitted-pod.js';
import { setDefaultResources } from './container-limits.js';
import { claimViolations, podViolations } from './limit-constraints.js';
import type { LimitRange } from './limit-range.v1.js';

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' };

/** Holds new pods, and claims whenever they change, to the limit ranges of their namespace. */
@Injectable()
export class LimitRangerAdmission extends AdmissionPlugin {
  readonly name = 'LimitRanger';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && (isPodWrite(resource) || isObjectOf(resource, CLAIMS));
  }

  override async admit(attributes: AdmissionAttributes): Promise<boolean> {
    const pod = newPodOf(attributes);
    if (!pod) return false;
    const ranges = await this.rangesOf(attributes);
    for (const range of ranges) setDefaultResources(range, pod);
    return ranges.length > 0;
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const violations = violationsOf(attributes);
    if (!violations) return;
    for (const range of await this.rangesOf(attributes)) refuseFor(attributes, violations(range));
  }

  private async rangesOf({ namespace }: AdmissionAttributes): Promise<LimitRange[]> {
    return this.stores.of<LimitRange>('', 'limitranges').list(systemContext(namespace));
  }
}

/** Returns the check of the object; undefined if limits do not apply to it. */
function violationsOf(attributes: AdmissionAttributes): ((range: LimitRange) => string[]) | undefined {
  const pod = newPodOf(attributes);
  if (pod) return (range) => (pod.spec ? podViolations(range, pod.spec) : []);
  const claim = claimOf(attributes);
  return claim && ((range) => claimViolations(range, claim));
}

/** The resources of a pod are settled once it is there. */
function newPodOf(attributes: AdmissionAttributes): ReturnType<typeof podOf> {
  return attributes.operation === 'CREATE' ? podOf(attributes) : undefined;
}

function claimOf(attributes: AdmissionAttributes): PersistentVolumeClaim | undefined {
  const { resource, object, oldObject } = attributes;
  if (resource.resource !== CLAIMS.resource || oldObject?.metadata.deletionTimestamp) return undefined;
  return object as PersistentVolumeClaim;
}

function refuseFor({ resource, name }: AdmissionAttributes, violations: readonly string[]): void {
  const [first, ...others] = new Set(violations);
  if (first === undefined) return;
  throw forbiddenResource(resource, name, others.length === 0 ? first : `[${[first, ...others].join(', ')}]`);
}
