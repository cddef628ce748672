import { stringifyYaml } from '../../codecs/yaml/index.js';
import type { loadPlugins } from '../../plugin-host/index.js';
import { loadChecked, specifiersOf } from '../load-checked.js';
import { serverRole } from '../manifests/access-objects.js';
import { servedNames } from '../manifests/served-kinds.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';

/**
 * Runs `binnacle plugin rbac`: prints the ClusterRole that the account of an extension server needs for plugins, as YAML. `load`
 * reads the plugins.
 */
export async function printRbac(words: readonly string[], { out }: Output, load?: typeof loadPlugins): Promise<number> {
  const { plugins, name } = readFlags(words, { values: ['plugins', 'name'] });
  const specifiers = specifiersOf(plugins);
  if (specifiers.length === 0) throw new CommandError('--plugins FILE is missing');
  const served = servedNames(await loadChecked(specifiers, load));
  const [group = 'plugin'] = served.versions.map((version) => version.group.split('.')[0]);
  const role = serverRole({ name: String(name ?? group), namespace: '', trust: 'own' }, served);
  out.write(stringifyYaml(role));
  return EXIT.done;
}
