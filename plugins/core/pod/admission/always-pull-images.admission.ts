import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  FieldPath,
  forbiddenResource,
  notSupported,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../../src/plugin-api/built-in.js';
import { isPodWrite, podOf } from './admitted-pod.js';
import type { PodSpec } from '../shape/pod.v1.js';

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Forces the pull of every image, so that cached private images can only be used with credentials. */
export class AlwaysPullImagesAdmission extends AdmissionPlugin {
  readonly name = 'AlwaysPullImages';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(resource);
  }

  override admit(attributes: AdmissionAttributes): boolean {
    const spec = changedSpec(attributes);
    if (!spec) return false;
    for (const list of LISTS) for (const container of spec[list] ?? []) container.imagePullPolicy = 'Always';
    for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = 'Always';
    return true;
  }

  override validate(attributes: AdmissionAttributes): void {
    const spec = changedSpec(attributes);
    for (const list of spec ? LISTS : []) {
      spec![list]?.forEach(({ imagePullPolicy = '' }, i) => {
        if (imagePullPolicy === 'Always') return;
        const path = FieldPath.of('spec', list).index(i).child('imagePullPolicy');
        const why = formatFieldError(notSupported(path, imagePullPolicy, ['Always']));
        throw forbiddenResource(attributes.resource, attributes.name, why);
      });
    }
  }
}

/** Returns the new spec of a pod if its images have changed. */
function changedSpec(attributes: AdmissionAttributes): PodSpec | undefined {
  const spec = podOf(attributes)?.spec;
  if (!spec || attributes.operation === 'CREATE') return spec;
  const old = imagesOf((attributes.oldObject as { spec?: PodSpec }).spec ?? {});
  return [...imagesOf(spec)].some((image) => !old.has(image)) ? spec : undefined;
}

function imagesOf(spec: Partial<PodSpec>): Set<string> {
  const ofContainers = LISTS.flatMap((list) => spec[list] ?? []).map(({ image = '' }) => image);
  return new Set([...ofContainers, ...(spec.volumes ?? []).flatMap(({ image }) => image?.reference ?? [])]);
}
