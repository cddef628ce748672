import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError, EXIT, type Output } from '../output.js';
import { checkVersion } from './check-names.js';
import { copyVersion, suffixOf } from './copy-version.js';
import { FilePlan } from './file-plan.js';
import { namesIn } from './new-kind.js';
import { readNewWords } from './new-flags.js';
import { type KindFile, type PluginFile, findKind, findPlugin } from './plugin-project.js';
import { planBeside } from './plan-beside.js';
import { addImport, addToList } from './source-edits.js';
import type { TemplateNames } from './template.js';

const FILES = ['sample-thing-v1beta1.conversion.ts', 'sample-thing-v1beta1.conversion.test.ts'];

/**
 * Runs `binnacle new version`: adds a version to a kind: a copy of the classes of the storage version, the conversion
 * between both, and the test of its round trip.
 */
export async function newVersion(words: readonly string[], output: Output): Promise<number> {
  const { name: version, values, settings } = readNewWords('version', words, ['kind']);
  checkVersion(version);
  const plugin = findPlugin(settings.folder);
  const kind = findKind(settings.folder, values.kind);
  if (version === kind.storageVersion || kind.text.includes(`name: '${version}'`))
    throw new CommandError(`${kind.path}: has the version ${version} already`);
  const plan = new FilePlan();
  plan.create(...copiedClasses(settings.folder, { kind, version }));
  planBeside(plan, FILES, { names: namesFor({ plugin, kind, version }), plugin, kind });
  planEdits(plan, { plugin, kind, version });
  plan.carryOut(settings, output);
  return EXIT.done;
}

/** A version that is added, and where. */
interface AddedVersion {
  readonly plugin: PluginFile;
  readonly kind: KindFile;
  readonly version: string;
}

function namesFor({ plugin, kind, version }: AddedVersion): TemplateNames {
  const { names, storageVersion } = kind;
  return { ...namesIn(plugin), kind: names, version: storageVersion, newVersion: version };
}

function copiedClasses(folder: string, { kind, version }: Omit<AddedVersion, 'plugin'>): [string, string] {
  const { names, storageVersion: from } = kind;
  const path = join(dirname(kind.path), `${names.kebab}.${from}.ts`);
  if (!existsSync(join(folder, path)))
    throw new CommandError(`${path}: is not there; the classes of ${from} are expected in it`);
  const text = copyVersion(readFileSync(join(folder, path), 'utf8'), { from, to: version });
  return [join(dirname(kind.path), `${names.kebab}.${version}.ts`), text];
}

function planEdits(plan: FilePlan, { plugin, kind, version }: AddedVersion): void {
  const { kebab, camel, pascal } = kind.names;
  const suffix = suffixOf(version);
  const imports = [
    `import { ${camel}From${suffix} } from './${kebab}-${version}.conversion.js';`,
    `import { ${pascal}${suffix} } from './${kebab}.${version}.js';`,
  ];
  const item = `{ name: '${version}', type: ${pascal}${suffix}, conversion: ${camel}From${suffix} }`;
  plan.editAll(kind.path, kind.text, [
    ...imports.map((advice) => ({ apply: (text: string) => addImport(text, advice), advice })),
    { apply: (text) => addToList(text, item, { property: 'versions' }), advice: `versions: [..., ${item}]` },
  ]);
  if (plugin.versions === undefined) return;
  const served = `'${version}'`;
  const apply = (text: string): string | undefined => addToList(text, served, { property: 'versions' });
  plan.editAll(plugin.path, plugin.text, [{ apply, advice: `versions: [..., ${served}]` }]);
}
