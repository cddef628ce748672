import type { ApiObject } from '../../client/index.js';

/** Members of metadata that belong to one life of an object, or that the server sets. */
const OF_ONE_LIFE = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'managedFields',
  'selfLink',
] as const;

/** Returns the object to create for one that is gone; its status only if it is written at creation. */
export function withoutFormerLife(object: ApiObject, { hasStatus }: { readonly hasStatus: boolean }): ApiObject {
  const metadata: Record<string, unknown> = { ...object.metadata };
  for (const member of OF_ONE_LIFE) delete metadata[member];
  const { status, ...rest } = object as ApiObject & { status?: unknown };
  return {
    ...rest,
    metadata: metadata as ApiObject['metadata'],
    ...(!hasStatus && status !== undefined && { status }),
  } as ApiObject;
}
