import { basename } from 'node:path';
import { CommandError, EXIT, type Output } from '../output.js';
import { checkKind, checkLabel, checkVersion } from './check-names.js';
import { FilePlan } from './file-plan.js';
import { planKind } from './kind-files.js';
import { readNewWords } from './new-flags.js';
import { type PluginFile, findPlugin } from './plugin-project.js';
import { addImport, addToList } from './source-edits.js';
import type { TemplateNames } from './template.js';
import { formsOf, pluralOf } from './word-forms.js';

/** Runs `binnacle new kind`: adds a kind to the plugin in the current folder. */
export async function newKind(words: readonly string[], output: Output): Promise<number> {
  const { name, values, settings } = readNewWords('kind', words, ['plural', 'version']);
  checkKind(name);
  const { plural = pluralOf(name.toLowerCase()) } = values;
  checkLabel('plural', plural);
  const plugin = findPlugin(settings.folder);
  const version = versionOf(plugin, values.version);
  checkVersion(version);
  const kind = { ...formsOf(name), plural };
  const plan = new FilePlan();
  planKind(plan, { ...namesIn(plugin), version, kind });
  const declaration = `${kind.camel}Kind`;
  const statement = `import { ${declaration} } from './${kind.kebab}/${kind.kebab}.kind.js';`;
  plan.editAll(plugin.path, plugin.text, [
    { apply: (text) => addImport(text, statement), advice: statement },
    { apply: (text) => addToList(text, declaration, { property: 'kinds' }), advice: `kinds: [..., ${declaration}]` },
  ]);
  plan.carryOut(settings, output);
  return EXIT.done;
}

/** The version of a new kind: the given one, else the plugin's first. */
function versionOf({ path, versions }: PluginFile, given: string | undefined): string {
  if (versions === undefined) return given ?? 'v1';
  const version = given ?? versions[0];
  if (version !== undefined && versions.includes(version)) return version;
  throw new CommandError(`--version: ${path} has the versions ${versions.join(', ')}`);
}

/** Returns the names of a plugin that is there, for templates. */
export function namesIn({ path, className, group }: PluginFile): Pick<TemplateNames, 'plugin' | 'group'> {
  const file = basename(path, '.plugin.ts');
  return { plugin: { name: file, className, file }, group };
}
