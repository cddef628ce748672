import { checkAs, type ApiObject, namespaceRequired } from '../../apimachinery/index.js';
import { checkDeleteOptions, type StoreContext } from '../../registry/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import { chooseRepresentation, sendEntry, sendList, sendObject, successStatus } from '../answers/respond.js';
import {
  type ListOptionsQuery,
  checkFields,
  checkListOptions,
  readListOptions,
  withObjectFilter,
  withShard,
} from '../reading/list-options.js';
import { listPage } from '../reading/list.js';
import { parseResourceVersion } from '../reading/resource-version.js';
import { type StoredRequest, nameOf, storeContextOf } from '../resource-request.js';
import { readDeleteOptions } from './delete-options.js';
import { deleteUnreadable, isUnsafe, refuseUnsafeCollection } from './unsafe-delete.js';

/** Handles DELETE on an object. */
export async function deleteOne(request: StoredRequest): Promise<void> {
  const { context, resource } = request;
  const representation = chooseRepresentation(context, resource);
  const options = await readDeleteOptions(context, resource.kind.release);
  context.span?.addEvent('Decoded delete options');
  if (isUnsafe(request, options)) return deleteUnreadable(request, options);
  const store = resource.store;
  context.span?.addEvent('About to delete object from database');
  const { entry, isGone } = await store.delete(deleteContext(request, options), nameOf(context), options);
  context.span?.addEvent('Object deleted from database');
  if (!isGone || resource.kind.definition.deleteReturnsObject) {
    const isAccepted = !isGone && options.orphanDependents === false;
    return sendEntry(context, representation, { status: isAccepted ? 202 : 200, entry });
  }
  const status = successStatus(resource, store.codec.decode(entry) as ApiObject);
  // A Status has no views: it is written whole in the format that was chosen for the object.
  return sendObject(context, context.serializers.whole(representation.serializer), { status: 200, object: status });
}

/** Handles DELETE on a collection: deletes the selected objects, and returns them as they were. */
export async function deleteCollection(request: StoredRequest): Promise<void> {
  const { context, resource, options: settings } = request;
  const representation = chooseRepresentation(context, resource);
  const listOptions = withObjectFilter(readListOptions(context.query, resource.kind.release), context.objectFilter);
  checkListOptions(listOptions, settings.watchFeatures);
  checkFields(listOptions, resource.version);
  const options = await readDeleteOptions(context, resource.kind.release);
  checkAs(resource.kind.release, () => checkDeleteOptions(options));
  refuseUnsafeCollection(request, options);
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  // The reference lists in pages here, which has complaints of its own.
  parseResourceVersion(listOptions.resourceVersion, 'invalid resource version: ');
  const sharded = withShard(listOptions, context.query, settings.watchFeatures);
  const selected = sharded ? await sharded : listOptions;
  const page = await listPage(resource, namespace, asDeletion(selected));
  // Each would be looked for in the namespace of the request.
  if (resource.kind.isNamespaced && namespace === '' && page.entries.length > 0) throw namespaceRequired();
  const preparing = representation.prepare(page, () => context.response.destroyed);
  if (preparing) await preparing;
  const workers = Math.max(1, settings.deleteCollectionWorkers);
  await resource.store.deleteEntries(deleteContext(request, options), { entries: page.entries, options, workers });
  return sendList(context, representation, page);
}

/** The reference lists with its own limit here, and with a limit a version in the query is exact. */
function asDeletion(options: ListOptionsQuery): ListOptionsQuery {
  const isExact = options.limit === 0 && options.match === '' && !['', '0'].includes(options.resourceVersion);
  return isExact ? { ...options, match: 'Exact' } : options;
}

function deleteContext(request: StoredRequest, options: DeleteOptions): StoreContext {
  return { ...storeContextOf(request), dryRun: (options.dryRun ?? []).length > 0 };
}
