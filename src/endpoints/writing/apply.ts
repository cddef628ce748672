import type { ApiObject } from '../../apimachinery/index.js';
import type { ConfigurationFormat } from '../../codecs/index.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';
import { readConfiguration } from '../bodies/configuration.js';
import {
  type ResourceRequest,
  type StoredRequest,
  authorizeCreate,
  nameOf,
  storeContextOf,
} from '../resource-request.js';
import { checkIdentity } from './identity.js';
import { readApplyOptions } from './write-options.js';

/** Handles PATCH with a configuration: applies it to an object or its status, or creates the object. */
export async function applyObject(request: StoredRequest, format: ConfigurationFormat): Promise<void> {
  const { context, resource } = request;
  const { version } = resource;
  const representation = chooseRepresentation(context, resource);
  const options = readApplyOptions(request);
  const { configuration, report } = await readConfiguration(context, {
    format,
    type: version.type,
    validation: options.fieldValidation,
  });
  const order = {
    configuration,
    force: options.force,
    accept: (object: ApiObject) => {
      report();
      checkApplied(request, object);
    },
    authorizeCreate: () => authorizeCreate(request),
  };
  const written = await resource.store.apply(storeContextOf(request, options), nameOf(context), order);
  return sendEntry(context, representation, { status: written.created ? 201 : 200, entry: written.entry });
}

/** Throws 400 where a configuration is about another object than the path. */
export function checkApplied({ context, resource }: ResourceRequest, object: ApiObject): void {
  checkIdentity(object, nameOf(context), resource.kind.isNamespaced ? context.info.namespace : '');
}
