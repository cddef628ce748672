import type { ComputedResource } from '../../plugin-host/index.js';
import type { ListPage } from '../answers/list-page.js';
import { selectorFilter } from './list.js';
import { checkFields, checkListOptions, readListOptions, withObjectFilter } from './list-options.js';
import { type ResourceRequest, nameOf } from '../resource-request.js';
import { chooseRepresentation, sendEntry, sendList } from '../answers/respond.js';

/** A computed list has no version, and no page after the first. */
const META: ListPage['meta'] = {};

/** Handles get and list of a kind whose objects are computed. */
export async function serveComputed({
  context,
  resource,
  options: { watchFeatures },
}: ResourceRequest<ComputedResource>): Promise<void> {
  const { computed } = resource;
  const name = nameOf(context);
  if (name !== '') {
    const representation = chooseRepresentation(context, resource);
    return sendEntry(context, representation, { status: 200, entry: await computed.get(name) });
  }
  const options = withObjectFilter(readListOptions(context.query, resource.kind.release), context.objectFilter);
  checkListOptions(options, watchFeatures);
  const representation = chooseRepresentation(context, resource);
  checkFields(options, resource.version);
  const entries = await computed.list(selectorFilter(options));
  return sendList(context, representation, { entries, meta: META });
}
