import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type Output } from '../output.js';
import { checkGroup, checkKind, checkLabel, checkVersion } from './check-names.js';
import { FilePlan } from './file-plan.js';
import { planKind, planTemplates } from './kind-files.js';
import { readNewWords } from './new-flags.js';
import { type PackageSource, packageSource } from './package-source.js';
import { type TemplateNames, fillTemplate, packageRoot } from './template.js';
import { formsOf, pluralOf, singularOf } from './word-forms.js';

/** Files that npm would treat in a special way inside its own package, by the names they get. */
const RENAMED: Readonly<Record<string, string>> = {
  'tsconfig.template.json': 'tsconfig.json',
  'README.template.md': 'README.md',
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
  Dockerfile: 'Dockerfile',
};
const SOURCES = ['src/index.ts', 'src/sample-group.plugin.ts'];

/** Runs `binnacle new plugin`: writes the folder of a plugin with one kind, its test, an image and examples. */
export async function newPlugin(words: readonly string[], output: Output): Promise<number> {
  const { name, values, settings } = readNewWords('plugin', words, ['group', 'kind', 'plural', 'version']);
  const names = namesOf(name, values);
  const folder = join(settings.folder, name);
  const shown = join(settings.shown, name);
  const own = ownPackage();
  const source = packageSource(packageRoot(), own.version, folder);
  planPlugin(names, packageJson(name, own, source)).carryOut({ ...settings, folder, shown }, output);
  if (!settings.isDryRun) output.out.write(nextSteps(shown, source));
  return EXIT.done;
}

function nextSteps(folder: string, { unpacked }: PackageSource): string {
  const pack = unpacked === undefined ? [] : [`(cd ${unpacked} && npm pack)`];
  const steps = [...pack, `cd ${folder}`, 'npm install', 'npm test', 'npm run dev'];
  return `\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

function namesOf(name: string, values: Readonly<Record<string, string | undefined>>): TemplateNames {
  checkLabel('plugin', name);
  const { group = `${name}.example.com`, kind = formsOf(singularOf(name)).pascal, version = 'v1' } = values;
  checkGroup(group);
  checkKind(kind);
  checkVersion(version);
  const { plural = pluralOf(kind.toLowerCase()) } = values;
  checkLabel('plural', plural);
  const className = `${formsOf(name).pascal}Plugin`;
  return { plugin: { name, className, file: name }, group, version, kind: { ...formsOf(kind), plural } };
}

function planPlugin(names: TemplateNames, manifest: object): FilePlan {
  const plan = new FilePlan();
  plan.create('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const [template, path] of Object.entries(RENAMED)) plan.create(path, fillTemplate(template, names));
  planTemplates(plan, SOURCES, names);
  planKind(plan, names);
  return plan;
}

/** The members of this package's own package.json that a plugin's follows. */
interface OwnPackage {
  readonly version: string;
  readonly engines: object;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as OwnPackage;
}

/** The tools are those that this version was built with. */
function packageJson(name: string, own: OwnPackage, { spec }: PackageSource): object {
  const tools = ['@types/node', 'esbuild', 'typescript'].map((tool) => [tool, own.devDependencies[tool]]);
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: own.engines,
    exports: './dist/index.js',
    scripts: {
      build: 'tsc',
      dev: 'binnacle dev ./src/index.ts --data-dir=.data',
      start: 'npm run build && binnacle --plugins=. --data-dir=.data',
      // Later releases of Node take a folder for a file.
      test: 'npm run build && node --enable-source-maps --test dist/*/*.test.js',
      manifests: `npm run build && binnacle manifests --plugins=. --image=${name} --out=manifests`,
    },
    devDependencies: { binnacle: spec, ...Object.fromEntries(tools) },
  };
}
