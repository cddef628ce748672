import { ACCUMULATOR, type Expr, type ExprFactory, OPERATOR } from './ast.js';

/** A call that stands for a longer expression. */
export interface Macro {
  readonly name: string;
  readonly isMember: boolean;
  readonly argCount: number;
  /** Writes the call out; parts it makes stand at the place of the factory. Throws MacroError. */
  expand(make: ExprFactory, args: readonly Expr[], target: Expr | undefined): Expr;
}

/** A macro was given what it has no meaning for; `at` is the place of that. */
export class MacroError extends Error {
  override readonly name = 'MacroError';

  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const NOT_A_NAME = 'argument must be a simple name';
const NOT_AN_IDENTIFIER = 'argument is not an identifier';

/** The macros of the language itself. */
export const STANDARD_MACROS: readonly Macro[] = [
  { name: 'has', isMember: false, argCount: 1, expand: expandHas },
  { name: 'all', isMember: true, argCount: 2, expand: expandAll },
  { name: 'exists', isMember: true, argCount: 2, expand: expandExists },
  { name: 'exists_one', isMember: true, argCount: 2, expand: expandExistsOne },
  { name: 'map', isMember: true, argCount: 2, expand: expandMap },
  { name: 'map', isMember: true, argCount: 3, expand: expandMap },
  { name: 'filter', isMember: true, argCount: 2, expand: expandFilter },
];

/** The macros for values that may not be there. */
export const OPTIONAL_MACROS: readonly Macro[] = [
  { name: 'optMap', isMember: true, argCount: 2, expand: expandOptMap },
  { name: 'optFlatMap', isMember: true, argCount: 2, expand: expandOptFlatMap },
];

/** The macro that names a value for an expression: `cel.bind(name, value, expression)`. */
export const BINDING_MACROS: readonly Macro[] = [{ name: 'bind', isMember: true, argCount: 3, expand: expandBind }];

function expandHas(make: ExprFactory, [argument]: readonly Expr[]): Expr {
  if (argument.kind !== 'select' || argument.testOnly) {
    throw new MacroError(argument.at, 'invalid argument to has() macro');
  }
  return make.select(argument.operand, argument.field, true);
}

function variableOf(argument: Expr, message: string): string {
  if (argument.kind !== 'ident') throw new MacroError(argument.at, message);
  if (argument.name === ACCUMULATOR) {
    throw new MacroError(argument.at, 'iteration variable overwrites accumulator variable');
  }
  return argument.name;
}

function expandAll(make: ExprFactory, [name, test]: readonly Expr[], target?: Expr): Expr {
  return make.comprehension({
    range: target!,
    variable: variableOf(name, NOT_A_NAME),
    accumulator: ACCUMULATOR,
    init: make.literal(true),
    condition: make.call(OPERATOR.notStrictlyFalse, make.ident(ACCUMULATOR)),
    step: make.call(OPERATOR.and, make.ident(ACCUMULATOR), test),
    result: make.ident(ACCUMULATOR),
  });
}

function expandExists(make: ExprFactory, [name, test]: readonly Expr[], target?: Expr): Expr {
  const isOpen = make.call(OPERATOR.not, make.ident(ACCUMULATOR));
  return make.comprehension({
    range: target!,
    variable: variableOf(name, NOT_A_NAME),
    accumulator: ACCUMULATOR,
    init: make.literal(false),
    condition: make.call(OPERATOR.notStrictlyFalse, isOpen),
    step: make.call(OPERATOR.or, make.ident(ACCUMULATOR), test),
    result: make.ident(ACCUMULATOR),
  });
}

function expandExistsOne(make: ExprFactory, [name, test]: readonly Expr[], target?: Expr): Expr {
  const next = make.call(OPERATOR.add, make.ident(ACCUMULATOR), make.literal(1n));
  return make.comprehension({
    range: target!,
    variable: variableOf(name, NOT_A_NAME),
    accumulator: ACCUMULATOR,
    init: make.literal(0n),
    condition: make.literal(true),
    step: make.call(OPERATOR.conditional, test, next, make.ident(ACCUMULATOR)),
    result: make.call(OPERATOR.equals, make.ident(ACCUMULATOR), make.literal(1n)),
  });
}

function expandMap(make: ExprFactory, args: readonly Expr[], target?: Expr): Expr {
  const name = variableOf(args[0], NOT_AN_IDENTIFIER);
  const gathered = make.call(OPERATOR.add, make.ident(ACCUMULATOR), make.list(args[args.length - 1]));
  const step =
    args.length === 2 ? gathered : make.call(OPERATOR.conditional, args[1], gathered, make.ident(ACCUMULATOR));
  return gather(make, { range: target!, variable: name, step });
}

function expandFilter(make: ExprFactory, [name, test]: readonly Expr[], target?: Expr): Expr {
  const variable = variableOf(name, NOT_AN_IDENTIFIER);
  const gathered = make.call(OPERATOR.add, make.ident(ACCUMULATOR), make.list(name));
  const step = make.call(OPERATOR.conditional, test, gathered, make.ident(ACCUMULATOR));
  return gather(make, { range: target!, variable, step });
}

function gather(make: ExprFactory, parts: { range: Expr; variable: string; step: Expr }): Expr {
  return make.comprehension({
    ...parts,
    accumulator: ACCUMULATOR,
    init: make.list(),
    condition: make.literal(true),
    result: make.ident(ACCUMULATOR),
  });
}

const UNUSED = '#unused';

/** Binds a value to a name for one expression: a comprehension over nothing, whose accumulator is the name. */
function bind(make: ExprFactory, name: Expr, { value, result }: { value: Expr; result: Expr }): Expr {
  if (name.kind !== 'ident') throw new MacroError(name.at, 'variable name must be a simple identifier');
  return make.comprehension({
    range: make.list(),
    variable: UNUSED,
    accumulator: name.name,
    init: value,
    condition: make.literal(false),
    step: make.ident(name.name),
    result,
  });
}

function expandBind(make: ExprFactory, args: readonly Expr[], target?: Expr): Expr {
  if (target?.kind !== 'ident' || target.name !== 'cel') return make.memberCall(target!, 'bind', ...args);
  const [name, value, result] = args;
  return bind(make, name, { value, result });
}

function expandOptMap(make: ExprFactory, [name, result]: readonly Expr[], target?: Expr): Expr {
  checkOptional(name, 'optMap');
  const bound = bind(make, name, { value: make.memberCall(target!, 'value'), result });
  return whenThere(make, target!, make.call('optional.of', bound));
}

function expandOptFlatMap(make: ExprFactory, [name, result]: readonly Expr[], target?: Expr): Expr {
  checkOptional(name, 'optFlatMap');
  const bound = bind(make, name, { value: make.memberCall(target!, 'value'), result });
  return whenThere(make, target!, bound);
}

function checkOptional(name: Expr, macro: string): void {
  if (name.kind !== 'ident') throw new MacroError(name.at, `${macro}() variable name must be a simple identifier`);
}

function whenThere(make: ExprFactory, target: Expr, result: Expr): Expr {
  const isThere = make.memberCall(target, 'hasValue');
  return make.call(OPERATOR.conditional, isThere, result, make.call('optional.none'));
}
