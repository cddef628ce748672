import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { MADE_FROM_CODE, tableOf } from './written-page.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CONSTRUCTORS = join('src', 'apimachinery', 'status-error.ts');

/** A call that makes a failure: the function around it, with the first sentence of its doc comment. */
interface Failure {
  readonly file: string;
  readonly code: string;
  readonly reason: string;
  readonly within: string;
  readonly sentence: string;
}

const HEAD = `# Status codes and reasons

${MADE_FROM_CODE}
[Errors](../errors.md) says what clients do about them.

## Failures of all kinds

`;

/** The reference of failures that clients receive, of errors of fields and of the store. */
export function errorsPage(): string {
  const failures = sources().flatMap(failuresIn);
  const general = failures.filter(({ file, sentence }) => file === CONSTRUCTORS && sentence !== '');
  const others = failures.filter(({ file }) => file !== CONSTRUCTORS).sort(byCode);
  return [
    HEAD,
    tableOf(
      ['code', 'reason', 'when', 'made by'],
      general.sort(byCode).map(({ code, reason, sentence, within }) => [code, reason, sentence, `\`${within}()\``]),
    ),
    '\n## Failures of single parts\n\n',
    tableOf(
      ['code', 'reason', 'source'],
      unique(others.map(({ code, reason, file }) => [code, reason, `\`${file}\``])),
    ),
    '\n## Errors of fields\n\nThe causes of a 422.\n\n',
    tableOf(['reason', 'when', 'made by'], fieldErrors()),
    '\n## Errors of the store\n\nTurned into failures of the first table; clients do not see them.\n\n',
    tableOf(['code', 'when'], storageErrors()),
  ].join('');
}

const byCode = (a: Failure, b: Failure): number => Number(a.code) - Number(b.code);

function sources(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  return [...below('src'), ...below('plugins')].filter((file) => /(?<!spec)\.ts$/.test(file)).sort();
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function failuresIn(file: string): Failure[] {
  if (!readFileSync(join(ROOT, file), 'utf8').includes('failure(')) return [];
  const found: Failure[] = [];
  const visit = (node: ts.Node, around?: ts.FunctionDeclaration): void => {
    const within = ts.isFunctionDeclaration(node) ? node : around;
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === 'failure' &&
      ts.isNumericLiteral(node.arguments[0])
    ) {
      const reason = /reason: '(\w+)'/.exec(node.arguments[2]?.getText() ?? '')?.[1] ?? '';
      const sentence = within ? describe(within) : '';
      found.push({ file, code: node.arguments[0].text, reason, within: within?.name?.text ?? '', sentence });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(parse(file));
  return found;
}

/** The first sentence of a doc comment, without what is said of all of them: that they return an error, and its code. */
function describe(declaration: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ');
  const sentence = text.replace(/^Returns (?:a \d{3}[:,]|the error for) (?:where )?/, '').split('. ')[0];
  return sentence.replace(/\.?$/, '');
}

function fieldErrors(): string[][] {
  return parse(join('src', 'apimachinery', 'field-error.ts'))
    .statements.filter(ts.isFunctionDeclaration)
    .flatMap((declaration) => {
      const reason = /'(FieldValue\w+|InternalError)'/.exec(declaration.body?.getText() ?? '')?.[1];
      const name = declaration.name?.text ?? '';
      return reason && describe(declaration) ? [[reason, describe(declaration), `\`${name}()\``]] : [];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The list in the doc comment of the class. */
function storageErrors(): string[][] {
  const text = readFileSync(join(ROOT, 'src', 'storage', 'storage-error.ts'), 'utf8').replace(/\n \* {3}/g, ' ');
  return [...text.matchAll(/^ \* - ((?:`\w+`(?:, )?)+): (.*?)\.?$/gm)].map(([, codes, when]) => [codes, when]);
}

const unique = (rows: readonly string[][]): string[][] => [...new Map(rows.map((row) => [row.join(), row])).values()];
