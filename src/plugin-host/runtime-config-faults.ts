import { formatApiVersion } from '../apimachinery/index.js';
import type { OptionProblem } from '../options/index.js';
import type { ApiGroupDeclaration } from '../plugin-api/index.js';

/** Finds the versions that `--runtime-config` names and no plugin declares. */
export function findRuntimeConfigFaults(
  named: readonly { readonly group: string; readonly version: string }[],
  declarations: readonly ApiGroupDeclaration[],
): OptionProblem[] {
  const versions = versionsByGroup(declarations);
  const groups = [...versions.keys()].filter((group) => group !== '');
  const remedy = `There are v1 and versions of ${groups.join(', ')}.`;
  return named.flatMap(({ group, version }) => {
    const declared = versions.get(group);
    if (!declared) return [{ option: '--runtime-config', message: `unknown api groups ${group}`, remedy }];
    if (declared.has(version)) return [];
    const message = `group version ${formatApiVersion({ group, version })} that has not been registered`;
    return [{ option: '--runtime-config', message, remedy }];
  });
}

/** All versions that are declared: those of the groups themselves, and those that kinds have in other groups. */
function versionsByGroup(declarations: readonly ApiGroupDeclaration[]): Map<string, Set<string>> {
  const out = new Map<string, Set<string>>();
  const add = (group: string, version: string): void => {
    out.set(group, (out.get(group) ?? new Set()).add(version));
  };
  for (const { group, versions, kinds, versionsOf = [] } of declarations) {
    for (const version of versions) add(group, version);
    for (const { name, group: other = group } of [...kinds, ...versionsOf].flatMap((kind) => kind.versions)) {
      add(other, name);
    }
  }
  return out;
}
