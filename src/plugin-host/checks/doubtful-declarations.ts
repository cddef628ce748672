import type { Logger } from '../../observability/index.js';
import { type ApiGroupDeclaration, declarationOf } from '../../plugin-api/built-in.js';
import type { PluginClass } from '../load/index.js';
import { nameOf, withPlaces } from '../mistakes/index.js';
import { findUnguardedStatus } from './unguarded-status.js';

/** Warns of declarations that can be served and yet are likely to be mistakes, each with the fix. */
export function warnOfDoubts(plugins: readonly PluginClass[], logger: Pick<Logger, 'warn'>): void {
  for (const reason of findUnguardedStatus(plugins)) logger.warn('the status of a kind is not protected', { reason });
  for (const reason of findDoubts(plugins)) logger.warn('a declaration is likely to be a mistake', { reason });
}

function findDoubts(plugins: readonly PluginClass[]): string[] {
  return plugins.flatMap((plugin) => {
    const declaration = declarationOf(plugin)!;
    const found = [...doubtsOfGroup(declaration), ...unusedVersions(declaration)];
    return withPlaces(
      found.map((doubt) => `${nameOf(plugin)}: ${doubt}`),
      [[plugin, declaration]],
    );
  });
}

/** Clients take a group without a dot for one of Kubernetes. */
function doubtsOfGroup({ group }: ApiGroupDeclaration): string[] {
  if (group === '' || group.includes('.')) return [];
  return [`group "${group}" is no domain, as those of Kubernetes alone are; use one such as ${group}.example.com`];
}

/** A version that nothing is served in; kinds that come at run time may be of any. */
function unusedVersions({ group, versions, kinds }: ApiGroupDeclaration): string[] {
  const used = new Set(
    kinds.flatMap((kind) =>
      kind.versions.filter((version) => (version.group ?? group) === group).map(({ name }) => name),
    ),
  );
  if (used.size === 0) return [];
  return versions
    .filter((version) => !used.has(version))
    .map((version) => `version "${version}" of the group is that of no kind; add it to a kind, or remove it`);
}
