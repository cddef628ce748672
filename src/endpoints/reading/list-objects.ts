import { formatGroupResource, isWithin } from '../../apimachinery/index.js';
import { chooseRepresentation, sendList } from '../answers/respond.js';
import type { StoredRequest } from '../resource-request.js';
import { listPage } from './list.js';
import { checkFields, checkListOptions, readListOptions, withObjectFilter, withShard } from './list-options.js';

/** The first release that looks at the wanted form of a list before its options. */
const FORM_FIRST = { since: '1.36' };

/** Sends a page of a collection. */
export async function listObjects({ context, resource, options: { watchFeatures } }: StoredRequest): Promise<void> {
  const isFormFirst = isWithin(FORM_FIRST, resource.kind.release);
  const early = isFormFirst ? chooseRepresentation(context, resource) : undefined;
  const asked = withObjectFilter(readListOptions(context.query, resource.kind.release), context.objectFilter);
  checkListOptions(asked, watchFeatures);
  const representation = early ?? chooseRepresentation(context, resource);
  checkFields(asked, resource.version);
  const sharded = withShard(asked, context.query, watchFeatures);
  const options = sharded ? await sharded : asked;
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  const { span } = context;
  span?.addEvent('About to List from storage');
  const reading = span?.start('cacher list', {
    'audit-id': context.id,
    type: formatGroupResource(resource.kind.groupResource),
  });
  const page = await listPage(resource, namespace, options);
  reading?.addEvent('Listed items from cache', { count: page.entries.length });
  reading?.end();
  span?.addEvent('Listing from storage done', { count: page.entries.length });
  return sendList(context, representation, page);
}
