import { type ApiObject, badRequest } from '../../apimachinery/index.js';

/** Throws 400 where a body is about another object than the path. */
export function checkIdentity({ metadata }: ApiObject, name: string, namespace: string): void {
  // The namespace is checked before the name, as by the reference.
  if (metadata.namespace && namespace !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (!metadata.name)
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
}
