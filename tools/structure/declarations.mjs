import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../install.mjs';
import { compilerOptions } from './plugin-api.mjs';

/**
 * Returns the declarations of a file by their names, without private and internal members: several of a class and an interface
 * of one name, and of overloads.
 * @param {string} file its path from the root
 * @param {{ hasComments: boolean }} options whether the comments of members are kept
 * @returns {Map<string, string[]>}
 */
export function declarationsOf(file, { hasComments }) {
  const { outputText } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
    fileName: file,
    compilerOptions: {
      ...compilerOptions(),
      ...{ noEmit: false, declaration: true, stripInternal: true, removeComments: !hasComments },
    },
  });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.Latest, true);
  const found = new Map();
  for (const statement of source.statements) {
    const names = statement.declarationList?.declarations.map(({ name }) => name.text) ?? [statement.name?.text];
    for (const name of names) found.set(name, [...(found.get(name) ?? []), textOf(statement)]);
  }
  return found;
}

const PRIVATE = /\n(?: +\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)? +private [^\n]*/g;

const textOf = (statement) => statement.getText().replace(PRIVATE, '');
