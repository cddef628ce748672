import { declarationOf } from '../../plugin-api/built-in.js';
import type { KindDefinition } from '../../registry/index.js';
import { toShape } from '../../schema/index.js';
import { kindLabel, nameOf, withPlaces } from '../mistakes/index.js';

const FAULT = 'all who write an object write its status too, since hasStatus is not set';

/**
 * Finds kinds of plugins that have a field `status`, but no status subresource and no word that this is meant. No mistake: a
 * status may be written with the object.
 */
export function findUnguardedStatus(plugins: readonly (new (...dependencies: never[]) => object)[]): string[] {
  return plugins.flatMap((plugin) => {
    const declaration = declarationOf(plugin)!;
    const found = declaration.kinds
      .filter(isUnguarded)
      .map(
        (kind) => `${nameOf(plugin)}: ${kindLabel(kind)}: ${FAULT}. Set it to true, or to false where this is meant`,
      );
    return withPlaces(found, [[plugin, declaration]]);
  });
}

function isUnguarded({ review, source, versions, hasStatus: ofKind }: KindDefinition<never>): boolean {
  if (review || source) return false;
  return versions.some(({ type, hasStatus = ofKind }) => hasStatus === undefined && toShape(type).hasMember('status'));
}
