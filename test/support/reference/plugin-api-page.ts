import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_GROUPS } from './plugin-api-groups.js';
import { MADE_FROM_CODE } from './written-page.js';

interface Declaration {
  readonly entry: string;
  readonly name: string;
  readonly declaredAs: string;
  readonly file: string;
  readonly comment: string;
}

interface PluginApi {
  pluginApiExports(): Declaration[];
}

interface Declarations {
  declarationsOf(file: string, options: { hasComments: boolean }): Map<string, string[]>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const load = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(ROOT, 'tools', 'structure', file)).href)) as T;
const { pluginApiExports } = await load<PluginApi>('plugin-api.mjs');
const { declarationsOf } = await load<Declarations>('declarations.mjs');

const HEAD = `# The plugin API

${MADE_FROM_CODE}
Everything that \`binnacle/plugin-api\` exports, by task. The examples are parts of one plugin, which a test serves.
[Writing a plugin](../writing-a-plugin.md) explains how they go together; types that declarations mention without being exported
are in the [report](../plugin-api-report.md).
`;

/** The exports of the plugin API by their names. */
export const publicDeclarations = new Map(
  pluginApiExports()
    .filter(({ entry }) => entry === 'exported')
    .map((declaration) => [declaration.name, declaration]),
);

/** Returns an example, as a plugin outside of the repository has it. */
export function exampleText(file: string): string {
  const text = readFileSync(join(ROOT, 'docs', 'examples', 'plugin-api', file), 'utf8');
  return text.replaceAll("'../../../src/plugin-api/index.js'", "'binnacle/plugin-api'");
}

/** The reference of the plugin API. */
export function pluginApiPage(): string {
  return HEAD + API_GROUPS.map(sectionOf).join('');
}

function sectionOf({ title, about, example, names }: (typeof API_GROUPS)[number]): string {
  const declarations = names.map((name) => publicDeclarations.get(name)).filter((found) => found !== undefined);
  const head = `\n## ${title}\n\n${about}\n\n\`\`\`ts\n${exampleText(example)}\`\`\`\n`;
  return head + declarations.map(entryOf).join('');
}

const declared = new Map<string, Map<string, string[]>>();

function entryOf({ name, declaredAs, file, comment }: Declaration): string {
  if (!declared.has(file)) declared.set(file, declarationsOf(file, { hasComments: true }));
  const texts = declared.get(file)!.get(declaredAs) ?? [];
  return `\n### ${name}\n\n${proseOf(comment)}\n\n\`\`\`ts\n${texts.join('\n')}\n\`\`\`\n`;
}

/** The text of a doc comment before its marks. */
function proseOf(comment: string): string {
  const lines = comment
    .slice('/**'.length, -'*/'.length)
    .split('\n')
    .map((line) => line.trim().replace(/^\* ?/, ''));
  const end = lines.findIndex((line) => line.startsWith('@'));
  return lines.slice(0, end).join('\n').trim();
}
