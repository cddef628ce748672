import type { GroupResource } from '../../apimachinery/index.js';
import { parseEncryptionConfiguration } from './parse-configuration.js';
import { speaksOf } from './resource-names.js';

/** Returns a function that reports whether an EncryptionConfiguration names a resource. Throws for any other content. */
export function encryptedResources(content: unknown): (resource: GroupResource) => boolean {
  const { resources } = parseEncryptionConfiguration(content);
  return (resource) => resources.some(({ resources: names }) => names.some((name) => speaksOf(name, resource)));
}
