import { ACCUMULATOR, type Expr, type ExprFactory, OPERATOR } from './ast.js';
import { type Macro, MacroError } from './macro.js';

/** Names of the functions that maps are gathered with. */
export const MAP_INSERT = 'cel.@mapInsert';

const NOT_A_NAME = 'argument must be a simple name';

/** Expands a call whose variables are known already. */
type Expand = (make: ExprFactory, walk: Walk) => Expr;

interface Walk {
  readonly range: Expr;
  readonly variable: string;
  readonly secondVariable: string;
  /** The arguments behind the variables. */
  readonly args: readonly Expr[];
}

/** The macros that go over a list by index and element, or over a map by key and value. */
export const TWO_VARIABLE_MACROS: readonly Macro[] = [
  macro('all', 3, expandAll),
  macro('exists', 3, expandExists),
  macro('existsOne', 3, expandExistsOne),
  macro('exists_one', 3, expandExistsOne),
  macro('transformList', 3, transforming(appended, listInit)),
  macro('transformList', 4, transforming(appended, listInit)),
  macro('transformMap', 3, transforming(inserted, mapInit)),
  macro('transformMap', 4, transforming(inserted, mapInit)),
  macro('transformMapEntry', 3, transforming(merged, mapInit)),
  macro('transformMapEntry', 4, transforming(merged, mapInit)),
];

function macro(name: string, argCount: number, expand: Expand): Macro {
  return {
    name,
    isMember: true,
    argCount,
    expand: (make, [first, second, ...args], target) => {
      const [variable, secondVariable] = [nameOf(first), nameOf(second)];
      if (variable === secondVariable) throw new MacroError(second.at, `duplicate variable name: ${secondVariable}`);
      return expand(make, { range: target!, variable, secondVariable, args });
    },
  };
}

function nameOf(argument: Expr): string {
  if (argument.kind !== 'ident') throw new MacroError(argument.at, NOT_A_NAME);
  if (argument.name === ACCUMULATOR) {
    throw new MacroError(argument.at, 'iteration variable overwrites accumulator variable');
  }
  return argument.name;
}

function expandAll(make: ExprFactory, { args: [test], ...walk }: Walk): Expr {
  const gathered = make.ident(ACCUMULATOR);
  return make.comprehension({
    ...walk,
    accumulator: ACCUMULATOR,
    init: make.literal(true),
    condition: make.call(OPERATOR.notStrictlyFalse, make.ident(ACCUMULATOR)),
    step: make.call(OPERATOR.and, gathered, test),
    result: make.ident(ACCUMULATOR),
  });
}

function expandExists(make: ExprFactory, { args: [test], ...walk }: Walk): Expr {
  const isOpen = make.call(OPERATOR.not, make.ident(ACCUMULATOR));
  return make.comprehension({
    ...walk,
    accumulator: ACCUMULATOR,
    init: make.literal(false),
    condition: make.call(OPERATOR.notStrictlyFalse, isOpen),
    step: make.call(OPERATOR.or, make.ident(ACCUMULATOR), test),
    result: make.ident(ACCUMULATOR),
  });
}

function expandExistsOne(make: ExprFactory, { args: [test], ...walk }: Walk): Expr {
  const next = make.call(OPERATOR.add, make.ident(ACCUMULATOR), make.literal(1n));
  return make.comprehension({
    ...walk,
    accumulator: ACCUMULATOR,
    init: make.literal(0n),
    condition: make.literal(true),
    step: make.call(OPERATOR.conditional, test, next, make.ident(ACCUMULATOR)),
    result: make.call(OPERATOR.equals, make.ident(ACCUMULATOR), make.literal(1n)),
  });
}

type Gather = (make: ExprFactory, walk: Walk, transformed: Expr) => Expr;

/** Expands a macro that gathers what its last argument is for each element, or for those that pass the one before it. */
function transforming(gather: Gather, init: (make: ExprFactory) => Expr): Expand {
  return (make, walk) => {
    const { args, ...parts } = walk;
    const gathered = gather(make, walk, args[args.length - 1]);
    const step =
      args.length === 1 ? gathered : make.call(OPERATOR.conditional, args[0], gathered, make.ident(ACCUMULATOR));
    return make.comprehension({
      ...parts,
      accumulator: ACCUMULATOR,
      init: init(make),
      condition: make.literal(true),
      step,
      result: make.ident(ACCUMULATOR),
    });
  };
}

function listInit(make: ExprFactory): Expr {
  return make.list();
}

function mapInit(make: ExprFactory): Expr {
  return make.map();
}

function appended(make: ExprFactory, _walk: Walk, transformed: Expr): Expr {
  return make.call(OPERATOR.add, make.ident(ACCUMULATOR), make.list(transformed));
}

function inserted(make: ExprFactory, { variable }: Walk, transformed: Expr): Expr {
  return make.call(MAP_INSERT, make.ident(ACCUMULATOR), make.ident(variable), transformed);
}

function merged(make: ExprFactory, _walk: Walk, transformed: Expr): Expr {
  return make.call(MAP_INSERT, make.ident(ACCUMULATOR), transformed);
}
