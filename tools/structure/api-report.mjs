// Writes the declarations of the plugin API's public exports: node tools/structure/api-report.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../install.mjs';
import { compilerOptions, pluginApiExports, readDocComment } from './plugin-api.mjs';

const FILE = join(root, 'docs', 'plugin-api-report.md');
const HEAD = '# Public declarations of the plugin API\n\nWritten by `node tools/structure/api-report.mjs`.\n';

/** Returns the report as it is in the repository. */
export const writtenReport = () => readFileSync(FILE, 'utf8');

/** Returns the report of the sources: each public export with its declaration, without comments and private members. */
export function apiReport() {
  const exports = pluginApiExports().filter(({ comment }) => readDocComment(comment).marks.includes('@public'));
  const declared = new Map([...new Set(exports.map(({ file }) => file))].map((file) => [file, declarationsOf(file)]));
  const sorted = exports.sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.map(({ name, file, declaredAs }) => {
    const texts = declared.get(file).get(declaredAs) ?? [];
    return `\n## ${name}\n\n\`\`\`ts\n${texts.join('\n')}\n\`\`\`\n`;
  });
  return HEAD + parts.join('');
}

/** The declarations of a file by their names; a class and an interface of one name are both there. */
function declarationsOf(file) {
  const options = { ...compilerOptions(), noEmit: false, declaration: true, stripInternal: false };
  const { outputText } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
    fileName: file,
    compilerOptions: { ...options, removeComments: true },
  });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.Latest, true);
  const found = new Map();
  for (const statement of source.statements) {
    const names = statement.declarationList?.declarations.map(({ name }) => name.text) ?? [statement.name?.text];
    for (const name of names) found.set(name, [...(found.get(name) ?? []), textOf(statement)]);
  }
  return found;
}

const textOf = (statement) =>
  statement
    .getText()
    .split('\n')
    .filter((line) => !/^ +private /.test(line))
    .join('\n');

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, apiReport());
