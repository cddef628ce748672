import { isStatusAction } from '../../plugin-api/built-in.js';
import type { KindDefinition, VersionFeatures } from '../../registry/index.js';

/** Reports actions that show in the status of a kind which has none. */
export function checkStatusActions(where: string, kind: KindDefinition<never>): string[] {
  const declared: readonly VersionFeatures<never>[] = [kind, ...kind.versions];
  return declared.flatMap(({ subresources = [], hasStatus = kind.hasStatus }) =>
    subresources
      .filter((subresource) => !hasStatus && isStatusAction(subresource))
      .map(({ name }) => `${where}/${name}: a statusAction needs a kind with a status; set hasStatus: true`),
  );
}
