import { type ApiObject, methodNotAllowed } from '../../apimachinery/index.js';
import type { ConfigurationFormat } from '../../codecs/index.js';
import type { CustomSubresource } from '../../plugin-host/index.js';
import type { SubresourceOrder, SubresourceRequest } from '../../registry/index.js';
import { negotiatePlain, sendObject } from '../answers/respond.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { configurationFormat, readConfiguration } from '../bodies/configuration.js';
import { type BodyReading, decodeBody } from '../bodies/decode-body.js';
import { bodySerializer } from '../bodies/parse-body.js';
import { patchDocument } from '../bodies/patch-document.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import { checkApplied } from '../writing/apply.js';
import { checkIdentity } from '../writing/identity.js';
import { type WriteOptionsQuery, readApplyOptions, readWriteOptions } from '../writing/write-options.js';

const OPTIONS_OF = { create: 'CreateOptions', update: 'UpdateOptions' } as const;

/** Handles a request to a subresource that has its own handler. */
export async function serveSubresource(request: ResourceRequest, served: CustomSubresource): Promise<void> {
  const { context } = request;
  const verb = context.info.verb as SubresourceRequest['verb'];
  if (!served.verbs.has(verb)) throw methodNotAllowed();
  if (verb === 'patch') return patchSubresource(request, served);
  const negotiated = negotiatePlain(context, served.type);
  const serializer = verb === 'create' ? bodySerializer(context, served) : undefined;
  const options = verb === 'create' || verb === 'update' ? readWriteOptions(request, OPTIONS_OF[verb]) : undefined;
  const body = options && (await readSubresourceBody(request, served, { ...options, serializer }));
  const answer = await served.operation.handle({ ...orderOf(request, verb, options), body });
  const success = verb === 'create' ? 201 : 200;
  const status = answer.kind === 'Status' ? ((answer as { code?: number }).code ?? success) : success;
  return sendObject(context, negotiated, { status, object: await shape(request, served, answer), type: served.type });
}

/** Handles PATCH: reads the subresource, patches it, and submits it as an update. */
async function patchSubresource(request: ResourceRequest, served: CustomSubresource): Promise<void> {
  const { context } = request;
  const format = configurationFormat(context);
  if (format) return applySubresource(request, served, format);
  const patch = await patchDocument(context, expectationOf(request, served));
  const negotiated = negotiatePlain(context, served.type);
  const options = readWriteOptions(request, 'PatchOptions');
  if (context.trail) await context.trail.sawPatch(patch.text);
  const order = orderOf(request, 'patch', options);
  const answer = await served.operation.patch(order, (current) => patch.apply(current, options));
  return sendObject(context, negotiated, {
    status: 200,
    object: await shape(request, served, answer),
    type: served.type,
  });
}

/** Applies a configuration of the parent through the subresource. */
async function applySubresource(
  request: ResourceRequest,
  served: CustomSubresource,
  format: ConfigurationFormat,
): Promise<void> {
  const { context } = request;
  const negotiated = negotiatePlain(context, served.type);
  const options = readApplyOptions(request);
  const { configuration, report } = await readConfiguration(context, {
    format,
    type: served.type,
    validation: options.fieldValidation,
  });
  const accept = (object: ApiObject): void => {
    report();
    checkApplied(request, object);
  };
  const order = { configuration, force: options.force, accept };
  const answer = await served.operation.apply(orderOf(request, 'patch', options), order);
  return sendObject(context, negotiated, {
    status: 200,
    object: await shape(request, served, answer),
    type: served.type,
  });
}

function expectationOf({ options }: ResourceRequest, { gvk, type, definition }: CustomSubresource): BodyExpectation {
  return { ...gvk, type, otherVersions: definition.otherVersions, kinds: options.kinds };
}

async function readSubresourceBody(
  request: ResourceRequest,
  served: CustomSubresource,
  reading: BodyReading,
): Promise<ApiObject> {
  const { context } = request;
  const body = await decodeBody(context, expectationOf(request, served), reading);
  if (context.info.verb === 'update') checkIdentity(body, nameOf(context), context.info.namespace);
  return body;
}

/** Returns the order for the subresource, without a body. */
function orderOf(
  request: ResourceRequest,
  verb: SubresourceRequest['verb'],
  options: WriteOptionsQuery | undefined,
): SubresourceOrder {
  const { context } = request;
  const { namespace } = context.info;
  return { verb, namespace, name: nameOf(context), query: context.query, context: storeContextOf(request, options) };
}

/**
 * Converts a response of the subresource's kind to its wire form, and the parent to the version of the request, in whichever version the handler returns it; others (a Status) are as they are.
 */
function shape(
  { resource }: ResourceRequest,
  { gvk, type }: CustomSubresource,
  answer: ApiObject,
): Promise<object> | object {
  if (answer.kind === gvk.kind) return type.canonicalize(answer);
  const { kind, version } = resource;
  const from = answer.kind === kind.kind ? kind.versions.get(answer.apiVersion ?? '') : undefined;
  return from && from !== version ? kind.convertOne(answer, from, version) : answer;
}
