// Writes the declarations of the plugin API's exports and those that they mention: node tools/structure/api-report.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { declarationsOf } from './declarations.mjs';
import { pluginApiExports } from './plugin-api.mjs';

const FILE = join(root, 'docs', 'plugin-api-report.md');
const HEAD = '# Public declarations of the plugin API\n\nWritten by `node tools/structure/api-report.mjs`.\n';

/** Returns the report as it is in the repository. */
export const writtenReport = () => readFileSync(FILE, 'utf8');

/**
 * Returns the report of the sources: the exports and the declarations that they mention, without comments, private members and
 * those that are internal.
 */
export function apiReport() {
  const exports = pluginApiExports().filter(({ entry }) => entry === 'exported' || entry === 'reached');
  const declared = new Map(
    [...new Set(exports.map(({ file }) => file))].map((file) => [file, declarationsOf(file, { hasComments: false })]),
  );
  const sorted = exports.sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.map(({ name, file, declaredAs }) => {
    const texts = declared.get(file).get(declaredAs) ?? [];
    return `\n## ${name}\n\n\`\`\`ts\n${texts.join('\n')}\n\`\`\`\n`;
  });
  return HEAD + parts.join('');
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, apiReport());
