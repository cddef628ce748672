import { isDeepEqual } from '../../../src/plugin-api/index.js';
import type { CustomResourceDefinitionSpec, CustomResourceDefinitionVersion } from './custom-resource-definition.v1.js';

/** The members that versions may share, and their place in the reference's internal form when they do. */
const SHARED = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/** A definition as the reference's rules see it: what is the same in all versions stands apart. */
export interface InternalForm {
  readonly shared: Pick<CustomResourceDefinitionVersion, (typeof SHARED)[number]>;
  readonly versions: readonly CustomResourceDefinitionVersion[];
}

/** Takes out what all versions have in common. */
export function internalFormOf({ versions }: CustomResourceDefinitionSpec): InternalForm {
  const list = versions ?? [];
  if (list.length === 0) return { shared: {}, versions: [] };
  const [first, ...others] = list;
  const same = SHARED.filter((name) => others.every((other) => isDeepEqual(other[name], first[name])));
  const shared = Object.fromEntries(same.map((name) => [name, first[name]]));
  const own = list.map((version) => {
    const rest = { ...version };
    for (const name of same) delete rest[name];
    return rest;
  });
  return { shared, versions: own };
}
