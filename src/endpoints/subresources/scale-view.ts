import type { ApiObject } from '../../apimachinery/index.js';
import type { Negotiated } from '../../codecs/index.js';
import { ageColumn } from '../../plugin-api/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { Column, ScaleDefinition } from '../../registry/index.js';
import { Scale, shapeOf } from '../../schema/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import type { RequestContext } from '../request-context.js';
import { sendViewed } from '../answers/respond.js';

/** What the body of a request to `scale` holds. */
export const SCALE_BODY: BodyExpectation = {
  type: shapeOf(Scale),
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
};

const COLUMNS: readonly Column<Scale & ApiObject>[] = [
  {
    name: 'Name',
    type: 'string',
    description: 'Name of the scaled object.',
    cell: ({ metadata }) => metadata.name ?? '',
  },
  { name: 'Desired', type: 'integer', description: 'Replicas wanted.', cell: ({ spec }) => spec?.replicas ?? 0 },
  {
    name: 'Available',
    type: 'integer',
    description: 'Replicas there are.',
    cell: ({ status }) => status?.replicas ?? 0,
  },
  ageColumn(),
];

/** Answers with the scale of a stored object. */
export function sendScale(
  context: RequestContext,
  resource: ServedResource,
  entry: CacheEntry,
  negotiated: Negotiated,
): Promise<void> {
  const scale = scaleOf(resource, resource.store!.codec.decode(entry));
  const { type, group } = SCALE_BODY;
  return sendViewed(context, scale, negotiated, { type, group, columns: COLUMNS as readonly Column[] });
}

/** How a kind's objects are scaled. */
export function definitionOf(resource: ServedResource): ScaleDefinition {
  return resource.version.scale!;
}

/** The scale of an object: a view of it, with its identity. */
export function scaleOf(resource: ServedResource, object: ApiObject): ApiObject {
  const definition = definitionOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = definition.selector(object);
  const scale = {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: definition.replicas(object) },
    status: { replicas: definition.statusReplicas(object), selector },
  };
  return SCALE_BODY.type.canonicalize(scale as ApiObject);
}
