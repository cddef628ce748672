import { formatApiVersion } from '../../apimachinery/index.js';
import type { OptionProblem } from '../../options/index.js';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';

/** Finds the versions that `--runtime-config` names and no plugin declares. */
export function findRuntimeConfigFaults(
  named: readonly { readonly group: string; readonly version: string }[],
  declarations: readonly ApiGroupDeclaration[],
): OptionProblem[] {
  const versions = versionsByGroup(declarations);
  const groups = [...versions.keys()].filter((group) => group !== '');
  const remedy = `There are v1 and versions of ${groups.join(', ')}.`;
  const option = '--runtime-config';
  const unknown = new Set(named.map(({ group }) => group).filter((group) => !versions.has(group)));
  const unregistered = named.filter(({ group, version }) => versions.has(group) && !versions.get(group)!.has(version));
  return [
    ...(unknown.size === 0 ? [] : [{ option, message: `unknown api groups ${[...unknown].join(',')}`, remedy }]),
    ...unregistered.map((version) => {
      const message = `group version ${formatApiVersion(version)} that has not been registered`;
      return { option, message, remedy };
    }),
  ];
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
