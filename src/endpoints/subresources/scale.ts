import {
  type ApiObject,
  FieldPath,
  type GroupResource,
  MODIFIED_MESSAGE,
  badRequest,
  conflict,
  invalid,
  invalidObject,
  methodNotAllowed,
  notFound,
} from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { Transform } from '../../registry/index.js';
import { parentEntries, scaleEntries, trackUpdate } from '../../patch/index.js';
import type { Scale } from '../../schema/index.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { decodeBody } from '../bodies/decode-body.js';
import { patchDocument } from '../bodies/patch-document.js';
import { readWriteOptions } from '../reading/query-options.js';
import { readBody } from '../bodies/request-body.js';
import { negotiateViews } from '../answers/respond.js';
import { SCALE_BODY, definitionOf, scaleOf, sendScale } from './scale-view.js';
import { checkIdentity, checkUid } from '../writing/update.js';

function expectScale({ options }: ResourceRequest): BodyExpectation {
  return { ...SCALE_BODY, knowsKind: options.knowsKind };
}

/** Answers requests to `scale`: one shape for reading and setting how many replicas any scalable kind has. */
export async function serveScale(request: ResourceRequest): Promise<void> {
  const { context } = request;
  switch (context.method) {
    case 'GET':
      return getScale(request);
    case 'PUT':
      return putScale(request);
    case 'PATCH':
      return patchScale(request);
    default:
      throw methodNotAllowed();
  }
}

async function getScale({ context, resource }: ResourceRequest): Promise<void> {
  const negotiated = negotiateViews(context);
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  const entry = await resource.store!.find({ namespace }, nameOf(context));
  if (!entry) throw notFound(scaleResource(resource), nameOf(context));
  return sendScale(context, resource, entry, negotiated);
}

/** What is missing is the scale, as far as a reader is concerned; that of core kinds belongs to another group. */
function scaleResource({ gvr }: ServedResource): GroupResource {
  return { group: gvr.group || SCALE_BODY.group, resource: `${gvr.resource}/scale` };
}

async function putScale(request: ResourceRequest): Promise<void> {
  const { context } = request;
  const options = readWriteOptions(context.query, 'UpdateOptions');
  const bytes = await readBody(context.request);
  const expected = expectScale(request);
  const scale = (await decodeBody(context, bytes, expected, options.fieldValidation)) as unknown as Scale;
  checkIdentity(scale, nameOf(context), context.info.namespace);
  return writeScale(request, options, () => scale);
}

async function patchScale(request: ResourceRequest): Promise<void> {
  const options = readWriteOptions(request.context.query, 'PatchOptions');
  const patch = await patchDocument(request.context, expectScale(request));
  return writeScale(request, options, (current) => patch.apply(current, options) as unknown as Scale);
}

async function writeScale(
  request: ResourceRequest,
  options: { dryRun: boolean; fieldManager: string },
  nextOf: (current: Scale) => Scale,
): Promise<void> {
  const { context, resource } = request;
  const negotiated = negotiateViews(context);
  const name = nameOf(context);
  const store = resource.store!;
  const { fieldManager, ...storeContext } = storeContextOf(request, options);
  const write: Transform<ApiObject> = (current) => {
    const parent = structuredClone(current!);
    const scale = nextOf(scaleOf(resource, parent) as Scale);
    checkScale(resource, scale, parent, name);
    trackOwners(resource, scale, parent, fieldManager ?? '');
    definitionOf(resource).setReplicas(parent, scale.spec?.replicas ?? 0);
    return parent;
  };
  const { entry } = await store.update(storeContext, name, write);
  return sendScale(context, resource, entry, negotiated);
}

/** Whoever sets a scale owns the replicas of the object behind it. */
function trackOwners(resource: ServedResource, scale: Scale, parent: ApiObject, manager: string): void {
  const versions = [...resource.kind.versions.keys()];
  const ownership = {
    parentEntries: parent.metadata.managedFields,
    apiVersion: resource.version.apiVersion,
    replicasPaths: Object.fromEntries(versions.map((v) => [v, REPLICAS])),
  };
  const live = scaleOf(resource, parent);
  live.metadata.managedFields = scaleEntries(ownership);
  const { type } = SCALE_BODY;
  trackUpdate({
    type,
    apiVersion: 'autoscaling/v1',
    live,
    object: scale as ApiObject,
    manager,
    subresource: 'scale',
    now: Date.now(),
  });
  parent.metadata.managedFields = parentEntries(ownership, scale.metadata.managedFields);
}

const REPLICAS = ['f:spec', 'f:replicas'];

function checkScale(resource: ServedResource, scale: Scale, parent: ApiObject, name: string): void {
  if (scale.metadata.name !== name)
    throw badRequest(`the name of the object (${scale.metadata.name}) does not match the name on the URL (${name})`);
  checkUid(resource.kind, scale as ApiObject, parent, parent.metadata.namespace ?? '');
  const { resourceVersion } = scale.metadata;
  if (resourceVersion && resourceVersion !== parent.metadata.resourceVersion) {
    throw conflict(resource.kind.groupResource, name, MODIFIED_MESSAGE);
  }
  const replicas = scale.spec?.replicas ?? 0;
  if (replicas >= 0) return;
  const error = invalid(FieldPath.of('spec', 'replicas'), replicas, 'must be greater than or equal to 0');
  throw invalidObject({ group: 'autoscaling', kind: 'Scale' }, name, [error]);
}
