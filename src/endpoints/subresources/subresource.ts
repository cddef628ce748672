import { type ApiObject, formatApiVersion, invalidObject, methodNotAllowed } from '../../apimachinery/index.js';
import type { CustomSubresource } from '../../plugin-host/index.js';
import type { SubresourceRequest } from '../../registry/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import { ownersOf } from '../writing/create.js';
import { decodeBody } from '../bodies/decode-body.js';
import { patchDocument } from '../bodies/patch-document.js';
import { readWriteOptions } from '../reading/query-options.js';
import { readBody } from '../bodies/request-body.js';
import { negotiatePlain, sendObject } from '../answers/respond.js';
import { checkIdentity } from '../writing/update.js';

const VERBS: Readonly<Record<string, SubresourceRequest['verb']>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Answers a request to a subresource that has a handler of its own. */
export async function serveSubresource(request: ResourceRequest, served: CustomSubresource): Promise<void> {
  const { context } = request;
  const verb = VERBS[context.method];
  if (!verb || !served.verbs.has(verb)) throw methodNotAllowed();
  if (verb === 'patch') return patchSubresource(request, served);
  const hasBody = verb === 'create' || verb === 'update';
  const options = hasBody
    ? readWriteOptions(context.query, verb === 'create' ? 'CreateOptions' : 'UpdateOptions')
    : NO_WRITE;
  const negotiated = negotiatePlain(context, served.type);
  const body = hasBody ? await readSubresourceBody(request, served, options.fieldValidation) : undefined;
  const owners =
    verb === 'create' && body ? ownersOf(context, bodyVersion(served), body, options.fieldManager) : undefined;
  const answer = await served.handler.handle(subresourceRequest(request, verb, options, body));
  if (owners && answer.kind === served.definition.kind) answer.metadata.managedFields = owners;
  const status = verb === 'create' ? 201 : 200;
  return sendObject(
    context,
    answer.kind === 'Status' ? ((answer as { code?: number }).code ?? status) : status,
    shape(served, answer),
    negotiated,
    served.type,
  );
}

function bodyVersion({ definition, type }: CustomSubresource): { type: ObjectShape; apiVersion: string } {
  return { type, apiVersion: formatApiVersion(definition) };
}

const NO_WRITE = { dryRun: false, fieldManager: '', fieldValidation: 'Ignore' } as const;

async function readSubresourceBody(
  { context, options }: ResourceRequest,
  { definition, type }: CustomSubresource,
  validation: 'Ignore' | 'Warn' | 'Strict',
): Promise<ApiObject> {
  const { group, version, kind } = definition;
  const bytes = await readBody(context.request);
  const expected = { type, group, version, kind, knowsKind: options.knowsKind };
  const body = await decodeBody(context, bytes, expected, validation);
  if (context.method === 'PUT') checkIdentity(body, nameOf(context), context.info.namespace);
  const errors = definition.validate?.(body as never) ?? [];
  if (errors.length > 0) throw invalidObject({ group, kind }, body.metadata.name ?? '', errors);
  return body;
}

/** What the handler of a subresource is given. */
function subresourceRequest(
  request: ResourceRequest,
  verb: SubresourceRequest['verb'],
  options: { dryRun: boolean; fieldManager: string },
  body: ApiObject | undefined,
): SubresourceRequest {
  const { context, resource } = request;
  const storeContext = storeContextOf(request, options);
  return {
    verb,
    namespace: context.info.namespace,
    name: nameOf(context),
    body,
    query: context.query,
    context: resource.store!.strategyContext(storeContext),
    storeContext,
    warn: context.warn,
  };
}

/** Gives an answer of the subresource's kind its wire form; others (a Status) are as they are. */
function shape({ definition, type }: CustomSubresource, answer: ApiObject): object {
  return answer.kind === definition.kind ? type.canonicalize(answer) : answer;
}

/** Answers PATCH on a subresource with a handler of its own: reads it, patches it, and hands it in as an update. */
async function patchSubresource(request: ResourceRequest, served: CustomSubresource): Promise<void> {
  const { context } = request;
  const { group, version, kind } = served.definition;
  const negotiated = negotiatePlain(context, served.type);
  const patch = await patchDocument(context, { type: served.type, group, version, kind });
  const options = readWriteOptions(context.query, 'PatchOptions');
  const current = await served.handler.handle(subresourceRequest(request, 'get', options, undefined));
  const body = patch.apply(current, options);
  const answer = await served.handler.handle(subresourceRequest(request, 'update', options, body));
  return sendObject(context, 200, shape(served, answer), negotiated, served.type);
}
