import { FieldSelector, badRequest, notAcceptable } from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { Representation } from '../answers/representation.js';
import { VIEWS, chooseRepresentation } from '../answers/respond.js';
import {
  type ListOptionsQuery,
  checkFields,
  checkWatchOptions,
  readListOptions,
  withObjectFilter,
  withShard,
  withWatchDefaults,
} from '../reading/list-options.js';
import { type StoredRequest, nameOf } from '../resource-request.js';
import { serveWatch } from './watch.js';

/** The options of a watch on a single object's path: one on that name. */
function ofOneObject(options: ListOptionsQuery, name: string): ListOptionsQuery {
  if (options.fields.isEverything) return { ...options, fields: FieldSelector.exact('metadata.name', name) };
  if (options.fields.requiresExactMatch('metadata.name') === name) return options;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

/** Sends the changes of a collection, or of one object, until the watch ends. */
export async function watchObjects({
  context,
  resource,
  options: { minRequestTimeoutSeconds, watchFeatures },
}: StoredRequest): Promise<void> {
  const asked = withWatchDefaults(
    withObjectFilter(readListOptions(context.query, resource.kind.release), context.objectFilter),
    watchFeatures,
  );
  checkWatchOptions(asked, watchFeatures);
  // The end of the initial objects cannot be marked in a table.
  const views = asked.sendInitialEvents && asked.allowBookmarks ? VIEWS.filter((view) => view !== 'Table') : VIEWS;
  const represent = (served: StoredResource): Representation => chooseRepresentation(context, served, { views });
  const representation = represent(resource);
  checkFields(asked, resource.version);
  const name = nameOf(context);
  const selected = name === '' ? asked : ofOneObject(asked, name);
  // Not every format can be streamed.
  if (representation.serializer.stream.offeredAs === undefined) throw notAcceptable(context.serializers.streamTypes);
  const sharded = withShard(selected, context.query, watchFeatures);
  const options = sharded ? await sharded : selected;
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  return serveWatch(context, resource, { namespace, options, representation, represent, minRequestTimeoutSeconds });
}
