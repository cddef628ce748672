import {
  type ApiObject,
  StatusError,
  badRequest,
  formatApiVersion,
  methodNotAllowed,
} from '../../apimachinery/index.js';
import type { ConfigurationFormat, Negotiated } from '../../codecs/index.js';
import { ageColumn, nameColumn } from '../../plugin-api/index.js';
import type { ScaleSubresource } from '../../plugin-host/index.js';
import { type Column, type NextScale, SCALE_KIND, SCALE_SHAPE } from '../../registry/index.js';
import type { Scale } from '../../schema/index.js';
import { negotiateViews, sendViewed } from '../answers/respond.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { configurationFormat, readConfiguration } from '../bodies/configuration.js';
import { decodeBody } from '../bodies/decode-body.js';
import { patchDocument } from '../bodies/patch-document.js';
import type { RequestContext } from '../request-context.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import { checkApplied } from '../writing/apply.js';
import { checkIdentity } from '../writing/identity.js';
import { type WriteOptionsQuery, readApplyOptions, readWriteOptions } from '../writing/write-options.js';

type ScaleObject = Scale & ApiObject;

const REPLICA_COLUMNS: readonly Column<ScaleObject>[] = [
  { name: 'Desired', type: 'integer', description: 'Replicas wanted.', cell: ({ spec }) => spec?.replicas ?? 0 },
  {
    name: 'Available',
    type: 'integer',
    description: 'Replicas there are.',
    cell: ({ status }) => status?.replicas ?? 0,
  },
];
const COLUMNS = [{ ...nameColumn<ScaleObject>(), format: undefined }, ...REPLICA_COLUMNS, ageColumn<ScaleObject>()];
/** Those of custom resources are printer columns, whose age is a date. */
const CUSTOM_COLUMNS = [
  nameColumn<ScaleObject>(),
  ...REPLICA_COLUMNS,
  { ...ageColumn<ScaleObject>(), type: 'date' },
] as const;

/** Handles requests to `scale`: one shape for reading and setting how many replicas any scalable kind has. */
export async function serveScale(request: ResourceRequest, served: ScaleSubresource): Promise<void> {
  switch (request.context.info.verb) {
    case 'get':
      return getScale(request, served);
    case 'update':
      return putScale(request, served);
    case 'patch':
      return patchScale(request, served);
    default:
      throw methodNotAllowed();
  }
}

async function getScale({ context, resource }: ResourceRequest, served: ScaleSubresource): Promise<void> {
  const negotiated = negotiateViews(context);
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  const scale = await served.scales.get({ namespace }, nameOf(context));
  return sendScale(context, { scale, served, negotiated, columns: columnsOf(resource) });
}

async function putScale(request: ResourceRequest, served: ScaleSubresource): Promise<void> {
  const { context } = request;
  const negotiated = negotiateViews(context);
  const options = readWriteOptions(request, 'UpdateOptions');
  const sent = await decodeBody(context, expectScale(request, served), options).catch((error: unknown) => {
    throw explained(error, request);
  });
  checkIdentity(sent, nameOf(context), context.info.namespace);
  // Another try must find it as it was sent.
  return writeScale(request, served, { negotiated, options, next: () => structuredClone(readIn(served, sent)) });
}

/** The scheme of unstructured parents has no Scale, which the reference reports for every body it cannot decode. */
function explained(error: unknown, { resource }: ResourceRequest): unknown {
  if (!resource.version.type.isUnstructured || !(error instanceof StatusError) || error.code !== 400) return error;
  return badRequest(`no kind is registered for the type v1.Scale in scheme ${CUSTOM_SCHEME}`);
}

const CUSTOM_SCHEME = '"k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go:725"';

async function patchScale(request: ResourceRequest, served: ScaleSubresource): Promise<void> {
  const format = configurationFormat(request.context);
  if (format) return applyScale(request, served, format);
  const patch = await patchDocument(request.context, expectScale(request, served));
  const negotiated = negotiateViews(request.context);
  const options = readWriteOptions(request, 'PatchOptions');
  if (request.context.trail) await request.context.trail.sawPatch(patch.text);
  const next = async (current: ScaleObject): Promise<ScaleObject> =>
    readIn(served, await patch.apply(shownIn(served, current), options));
  return writeScale(request, served, { negotiated, options, next });
}

async function applyScale(
  request: ResourceRequest,
  served: ScaleSubresource,
  format: ConfigurationFormat,
): Promise<void> {
  const { context } = request;
  const negotiated = negotiateViews(context);
  const options = readApplyOptions(request);
  const { configuration, report } = await readConfiguration(context, {
    format,
    type: SCALE_SHAPE,
    validation: options.fieldValidation,
  });
  const accept = (scale: ApiObject): void => {
    report();
    checkApplied(request, scale);
  };
  const order = { configuration, force: options.force, accept };
  const scale = await served.scales.apply(storeContextOf(request, options), nameOf(context), order);
  return sendScale(context, { scale, served, negotiated, columns: columnsOf(request.resource) });
}

interface ScaleWrite {
  readonly negotiated: Negotiated;
  readonly options: WriteOptionsQuery;
  readonly next: NextScale;
}

async function writeScale(
  request: ResourceRequest,
  served: ScaleSubresource,
  { negotiated, options, next }: ScaleWrite,
): Promise<void> {
  const { context, resource } = request;
  const scale = await served.scales.update(storeContextOf(request, options), nameOf(context), next);
  return sendScale(context, { scale, served, negotiated, columns: columnsOf(resource) });
}

function expectScale({ options, resource }: ResourceRequest, { gvk, type }: ScaleSubresource): BodyExpectation {
  return { ...gvk, type, kinds: options.kinds, hasNoStrategicMerge: resource.version.type.isUnstructured };
}

/** A scale as clients of the version see it. */
function shownIn({ form, gvk }: ScaleSubresource, scale: ScaleObject): ApiObject {
  return form ? { ...form.show(scale), kind: gvk.kind, apiVersion: formatApiVersion(gvk) } : scale;
}

/** A scale as the server has it, of what a client of the version has sent. */
function readIn({ form }: ScaleSubresource, sent: ApiObject): ScaleObject {
  if (!form) return sent as ScaleObject;
  return { ...form.read(sent), kind: SCALE_KIND.kind, apiVersion: formatApiVersion(SCALE_KIND) } as ScaleObject;
}

/** The scale that answers a request. */
interface ScaleAnswer {
  readonly scale: ScaleObject;
  readonly served: ScaleSubresource;
  readonly negotiated: Negotiated;
  readonly columns: readonly Column[];
}

function columnsOf({ version }: ResourceRequest['resource']): readonly Column[] {
  return (version.type.isUnstructured ? CUSTOM_COLUMNS : COLUMNS) as readonly Column[];
}

function sendScale(context: RequestContext, { scale, served, negotiated, columns }: ScaleAnswer): Promise<void> {
  const { type } = served;
  const object = served.form ? type.canonicalize(shownIn(served, scale)) : scale;
  return sendViewed(context, negotiated, { object, type, columns });
}
