import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import { isOfNamespaces } from './request-namespace.js';

/** Returns name and namespace as the path has them: objects of a collection have no name; a namespace is in itself, a new one too. */
export function namespacedNameOf(attributes: AdmissionAttributes): {
  readonly name: string;
  readonly namespace: string;
} {
  const { operation, name, namespace, requestName, signal } = attributes;
  return {
    // The server's own deletions have no path.
    name: operation === 'DELETE' && signal ? requestName : name,
    namespace: isOfNamespaces(attributes) ? name : namespace,
  };
}

/** Returns the name by which a refusal calls the object (upstream: extractResourceName). */
export function nameInRefusal(attributes: AdmissionAttributes): string {
  const { name } = namespacedNameOf(attributes);
  if (name !== '') return name;
  const metadata = attributes.object?.metadata as
    { readonly name?: string; readonly generateName?: string } | undefined;
  return metadata?.name || metadata?.generateName || 'Unknown';
}
