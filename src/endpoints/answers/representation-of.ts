import type { Negotiated } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import { ConvertedRepresentation } from './converted-representation.js';
import { NativeRepresentation } from './native-representation.js';
import type { Representation, RepresentationOptions } from './representation.js';

/** Returns the way to write the objects of a resource as a client asked for them. */
export function representationOf(
  resource: ReadableResource,
  negotiated: Negotiated,
  options: RepresentationOptions,
): Representation {
  const isStored = resource.version === resource.kind.storage;
  const { serializer, presentation } = negotiated;
  if (serializer.isCached && presentation === 'whole' && isStored && !options.isPretty)
    return nativeOf(resource, negotiated, options);
  return new ConvertedRepresentation(resource, negotiated, options);
}

/** A resource belongs to one server, so each server has its own. */
const NATIVE = new WeakMap<ReadableResource, Representation>();

function nativeOf(
  resource: ReadableResource,
  negotiated: Negotiated,
  { shared }: RepresentationOptions,
): Representation {
  let native = NATIVE.get(resource);
  if (!native) {
    const options = { isPretty: false, includeObject: 'Metadata', shared };
    const general = new ConvertedRepresentation(resource, negotiated, options);
    native = new NativeRepresentation(resource, general, shared.lists);
    NATIVE.set(resource, native);
  }
  return native;
}
