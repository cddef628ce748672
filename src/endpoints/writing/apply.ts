import { type ApiObject, conflict, notFound } from '../../apimachinery/index.js';
import type { ConfigurationFormat } from '../../codecs/index.js';
import { isTurnOver, nextTurn } from '../../observability/index.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';
import { readConfiguration } from '../bodies/configuration.js';
import { type ResourceRequest, authorizeCreate, nameOf, storeContextOf } from '../resource-request.js';
import { checkIdentity } from './identity.js';
import { readApplyOptions } from './write-options.js';

/** Answers PATCH with a configuration: applies it to an object or its status, or makes the object. */
export async function applyObject(request: ResourceRequest, format: ConfigurationFormat): Promise<void> {
  const { context, resource } = request;
  const { version } = resource;
  const representation = chooseRepresentation(context, resource);
  const options = readApplyOptions(context.query);
  const { configuration, report } = await readConfiguration(context, {
    format,
    type: version.type,
    validation: options.fieldValidation,
  });
  const storeContext = { ownersAreSet: true, ...storeContextOf(request, options) };
  const store = resource.store!;
  const { entry, created } = await store.createOrUpdate(storeContext, nameOf(context), async (current) => {
    if (isTurnOver()) await nextTurn();
    const object = await store.applied(storeContext, { configuration, force: options.force }, current);
    if (isTurnOver()) await nextTurn();
    report();
    checkApplied(request, object);
    if (!current) await checkCreation(request, object);
    return object;
  });
  return sendEntry(context, representation, { status: created ? 201 : 200, entry });
}

/** 400 where a configuration is about another object than the path. */
export function checkApplied({ context, resource }: ResourceRequest, object: ApiObject): void {
  checkIdentity(object, nameOf(context), resource.kind.isNamespaced ? context.info.namespace : '');
}

/** What keeps an object from being made by an apply: that it names one which is gone, is only a part, or the caller's rights. */
async function checkCreation(request: ResourceRequest, { metadata }: ApiObject): Promise<void> {
  const { context, resource } = request;
  const name = nameOf(context);
  const groupResource = resource.kind.groupResourceIn(resource.version.apiVersion);
  if (metadata.uid) {
    const why = `the provided object specified uid ${metadata.uid}, and no existing object was found`;
    throw conflict(groupResource, name, `uid mismatch: ${why}`);
  }
  if (context.info.subresource !== '') throw notFound(groupResource, name);
  await authorizeCreate(request);
  // As in the reference a version holds what is there, and there is nothing.
  delete metadata.resourceVersion;
}
