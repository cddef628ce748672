import ts from 'typescript';

/**
 * @typedef {'document' | 'doc comment' | 'comment' | 'string'} PieceKind
 * @typedef {{ kind: PieceKind, line: number, text: string }} Piece a piece of prose and the line it begins in
 */

const CODE_BLOCK = /^```[^]*?^```/gm;
const INLINE_CODE = /`[^`\n]*`/g;
const LINK_TARGET = /\]\([^)]*\)/g;
const PARAGRAPH = /(?:(?!\n\s*(?:\n|[-|#>]|\d+\.))[^])+/g;
const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;
const FIRST_COLUMN = /^(?:\/\*\*?|\/\/|[ \t]*\*(?!\/))|\*\/$/gm;

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Counts lines up to a position; positions must not decrease between calls. */
function lineCounter(text) {
  let position = 0;
  let line = 1;
  return (until) => {
    for (; position < until; position++) if (text[position] === '\n') line++;
    return line;
  };
}

/** Splits a Markdown document into paragraphs, without code and link targets. */
function proseOfDocument(text) {
  const prose = text.replace(CODE_BLOCK, blank).replace(INLINE_CODE, '`code`').replace(LINK_TARGET, ']');
  const lineAt = lineCounter(prose);
  return [...prose.matchAll(PARAGRAPH)].map(({ index, 0: paragraph }) => ({
    kind: 'document',
    line: lineAt(index + paragraph.search(/\S|$/)),
    text: paragraph.replace(/\s+/g, ' ').trim(),
  }));
}

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  node.kind === ts.SyntaxKind.TemplateHead ||
  node.kind === ts.SyntaxKind.TemplateMiddle ||
  node.kind === ts.SyntaxKind.TemplateTail;

/** Collects the literals of a source: strings with a blank in them, and the spans that cannot contain comments. */
function literalsOf(source) {
  const literals = [];
  const visit = (node) => {
    if (isText(node) || node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      literals.push({ start: node.getStart(source), end: node.end, text: isText(node) ? node.text : '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}

function withoutLiterals(text, literals) {
  let rest = '';
  let position = 0;
  for (const { start, end } of literals) {
    rest += text.slice(position, start) + blank(text.slice(start, end));
    position = end;
  }
  return rest + text.slice(position);
}

/** Returns the comments and the strings of a TypeScript or JavaScript file. */
function proseOfSource(file, text) {
  const literals = literalsOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
  const lineAt = lineCounter(text);
  const comments = [...withoutLiterals(text, literals).matchAll(COMMENT)].map(({ index, 0: comment }) => ({
    kind: comment.startsWith('/**') ? 'doc comment' : 'comment',
    line: lineAt(index),
    text: comment.replace(INLINE_CODE, '`code`').replace(FIRST_COLUMN, '').replace(/\s+/g, ' ').trim(),
  }));
  const stringLineAt = lineCounter(text);
  const strings = literals
    .filter((literal) => / /.test(literal.text.trim()))
    .map((literal) => ({ kind: 'string', line: stringLineAt(literal.start), text: literal.text }));
  return [...comments, ...strings];
}

/**
 * Returns the prose of a file.
 * @param {string} file
 * @param {string} text
 * @returns {Piece[]}
 */
export const proseOf = (file, text) => (file.endsWith('.md') ? proseOfDocument(text) : proseOfSource(file, text));
