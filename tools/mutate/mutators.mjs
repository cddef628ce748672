import ts from 'typescript';

const { SyntaxKind } = ts;

/** Operators and what each is replaced with. */
const SWAPS = new Map([
  ['&&', ['||']],
  ['||', ['&&']],
  ['??', ['&&']],
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['==', ['!=']],
  ['!=', ['==']],
  ['+', ['-']],
  ['-', ['+']],
]);

/**
 * Returns every single change to a source file that its tests should notice, in the order of the text: `{ start, end,
 * replacement, form, line, name }`. The form says what the range is: an `expression`, a `statement` that is dropped, or
 * `spread` members of an object that are dropped. Types, decorators, imports and texts of messages are left alone.
 */
export function mutantsOf(text, fileName = 'source.ts') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022, true);
  const mutants = [];
  const add = (node, replacement, name, form = 'expression') => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    if (text.slice(start, end) !== replacement) mutants.push({ start, end, replacement, form, line, name });
  };
  const visit = (node) => {
    if (isWithoutBehaviour(node)) return;
    for (const mutate of MUTATORS) mutate(node, add, source);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return withoutRepeated(mutants).sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Leaves out changes that make the same text of the same place. */
function withoutRepeated(mutants) {
  return [
    ...new Map(mutants.map((mutant) => [`${mutant.start}-${mutant.end}:${mutant.replacement}`, mutant])).values(),
  ];
}

function isWithoutBehaviour(node) {
  return ts.isTypeNode(node) || ts.isDecorator(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node);
}

const MUTATORS = [negateCondition, swapOperator, dropStatement, emptyAnswer, flipBoolean, shiftNumber, dropBranch];

/** Conditions that another mutator negates are left to it. */
function negateCondition(node, add, source) {
  const isCondition = ts.isIfStatement(node) || ts.isWhileStatement(node);
  const condition = isCondition ? node.expression : ts.isConditionalExpression(node) ? node.condition : undefined;
  if (!condition || isNegation(condition) || isComparison(condition)) return;
  add(condition, `!(${condition.getText(source)})`, 'negate the condition');
}

function isNegation(node) {
  return ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken;
}

function isComparison(node) {
  return (
    ts.isBinaryExpression(node) &&
    [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken].includes(node.operatorToken.kind)
  );
}

function swapOperator(node, add, source) {
  if (!ts.isBinaryExpression(node)) return;
  const operator = node.operatorToken;
  if (operator.kind === SyntaxKind.PlusToken && [node.left, node.right].some(isText)) return;
  const [left, right] = [node.left, node.right].map((operand) => operandText(operand, source));
  for (const other of SWAPS.get(operator.getText(source)) ?? [])
    add(node, `${left} ${other} ${right}`, `${operator.getText(source)} to ${other}`);
}

/** An operand as it may stand beside any operator. */
function operandText(node, source) {
  const text = node.getText(source);
  return ts.isBinaryExpression(node) ? `(${text})` : text;
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Drops a statement that throws, calls or assigns. Braces stay, for it may be the body of another. */
function dropStatement(node, add) {
  if (ts.isThrowStatement(node)) add(node, '{}', 'drop the throw', 'statement');
  if (ts.isExpressionStatement(node) && !isSuperCall(node.expression)) {
    add(node, '{}', 'drop the statement', 'statement');
  }
}

function isSuperCall(node) {
  return ts.isCallExpression(node) && node.expression.kind === SyntaxKind.SuperKeyword;
}

/** Empties texts and lists that are returned. */
function emptyAnswer(node, add) {
  const answer = ts.isReturnStatement(node) || ts.isArrowFunction(node) ? (node.expression ?? node.body) : undefined;
  if (answer === undefined) return;
  if (ts.isArrayLiteralExpression(answer) && answer.elements.length > 0) add(answer, '[]', 'answer an empty list');
  if (isText(answer)) add(answer, "''", 'answer an empty text');
}

function flipBoolean(node, add) {
  if (node.kind === SyntaxKind.TrueKeyword) add(node, 'false', 'true to false');
  if (node.kind === SyntaxKind.FalseKeyword) add(node, 'true', 'false to true');
}

function shiftNumber(node, add) {
  if (!ts.isNumericLiteral(node) || (ts.isPropertyAssignment(node.parent) && node.parent.name === node)) return;
  const value = Number(node.text);
  if (!isSign(node)) add(node, String(value + 1), `${node.text} to ${value + 1}`);
  if (value > 0) add(node, String(value - 1), `${node.text} to ${value - 1}`);
}

/** Reports whether a number is the 1 of `a ? -1 : 1`, of which only the sign counts. */
function isSign(node) {
  const signed = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node;
  if (node.text !== '1' || !ts.isConditionalExpression(signed.parent)) return false;
  const { whenTrue, whenFalse } = signed.parent;
  return [whenTrue.getText(), whenFalse.getText()].sort().join() === '-1,1';
}

/** Takes an optional part away: the rest of a chain, an else, a branch that returns early. */
function dropBranch(node, add, source) {
  if (ts.isIfStatement(node) && node.elseStatement) add(node.elseStatement, '{}', 'drop the else', 'statement');
  if (ts.isIfStatement(node) && ts.isReturnStatement(node.thenStatement)) {
    add(node, '{}', 'drop the early return', 'statement');
  }
  if (ts.isSpreadAssignment(node)) add(node, '', 'drop the spread members', 'spread');
  if (isNegation(node)) add(node, node.operand.getText(source), 'drop the negation');
}
