import { check, type Checked, type Declarations, type FunctionDeclaration, type Type } from './check/index.js';
import { runtimeCallCost } from './cost/runtime-cost.js';
import { type Activation, compileSteps, Failure, Frame, type Step } from './eval/index.js';
import { type Expr, formatIssues, type Issue, type Macro, macroKey, parse } from './parse/index.js';
import { CostLimitError, EvaluationError, type Value, meteredBy } from './values/index.js';

/** The content of a library: functions, names of types, and macros. */
export interface Library {
  readonly functions?: readonly FunctionDeclaration[];
  readonly variables?: ReadonlyMap<string, Type>;
  readonly macros?: readonly Macro[];
  /** True if values that may not be there can be written. */
  readonly allowsOptional?: boolean;
  /** True if escapes of texts may not name half of a pair of UTF-16. */
  readonly refusesSurrogates?: boolean;
  /** Finds what is wrong with a checked expression beyond its types. */
  readonly validate?: (expr: Expr, checked: Checked) => readonly Issue[];
}

/** The declarations of an environment beyond its libraries. */
export interface EnvironmentVariables {
  readonly variables?: Readonly<Record<string, Type>>;
  /** The fields of objects, by the names of their types. */
  readonly objects?: ObjectTypes;
  /** Finds an undeclared type by name; undefined if there is none. */
  readonly types?: (name: string) => Type | undefined;
  /** Functions that only these expressions have. */
  readonly functions?: readonly FunctionDeclaration[];
  /** Macros that only these expressions have. */
  readonly macros?: readonly Macro[];
}

/** Finds the type of a field of an object; undefined when it has none of that name. */
export type ObjectTypes = (typeName: string, field: string) => Type | undefined;

/** An expression that was compiled, or the text of what is wrong with it. */
export type Compiled =
  { readonly program: Program; readonly error?: undefined } | { readonly error: string; readonly program?: undefined };

/** The result of an evaluation and what it cost. */
export interface Evaluated {
  readonly value: Value;
  readonly cost: number;
}

/** The result of an evaluation, or why it has none; what it cost either way. */
export type Outcome =
  | (Evaluated & { readonly error?: undefined })
  | { readonly error: EvaluationError | CostLimitError; readonly cost: number };

/** The most that one evaluation may cost. */
export const PER_CALL_LIMIT = 1_000_000;

/** All that an environment knows. */
interface EnvironmentParts extends Required<Pick<Library, 'allowsOptional' | 'refusesSurrogates'>> {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly variables: ReadonlyMap<string, Type>;
  readonly macros: ReadonlyMap<string, Macro>;
  readonly objects: ObjectTypes;
  readonly types: (name: string) => Type | undefined;
  readonly validators: readonly NonNullable<Library['validate']>[];
}

/** The functions and variables that expressions may use. Immutable; one that knows more is made by `extend`. */
export class Environment implements Declarations {
  private constructor(private readonly parts: EnvironmentParts) {}

  /** Returns an environment with what libraries add. */
  static of(libraries: readonly Library[]): Environment {
    const functions = new Map<string, FunctionDeclaration>();
    for (const declared of libraries.flatMap((library) => library.functions ?? [])) {
      const { name } = declared;
      const before = functions.get(name)?.overloads ?? [];
      functions.set(name, { name, overloads: [...before, ...declared.overloads] });
    }
    const macros = libraries.flatMap((library) => library.macros ?? []).map((m): [string, Macro] => [macroKey(m), m]);
    return new Environment({
      functions,
      variables: new Map(libraries.flatMap((library) => [...(library.variables ?? [])])),
      macros: new Map(macros),
      allowsOptional: libraries.some((library) => library.allowsOptional),
      refusesSurrogates: libraries.some((library) => library.refusesSurrogates),
      objects: () => undefined,
      types: () => undefined,
      validators: libraries.flatMap(({ validate }) => validate ?? []),
    });
  }

  /** Returns this environment with variables and types of objects in addition. */
  extend({ variables = {}, objects, types, functions = [], macros = [] }: EnvironmentVariables): Environment {
    const { parts } = this;
    const all = new Map([...parts.variables, ...Object.entries(variables)]);
    const known: ObjectTypes = (type, field) => objects?.(type, field) ?? parts.objects(type, field);
    const callable = functions.length === 0 ? parts.functions : withFunctions(parts.functions, functions);
    return new Environment({
      ...parts,
      functions: callable,
      variables: all,
      objects: known,
      types: types ?? parts.types,
      macros: new Map([...parts.macros, ...macros.map((macro): [string, Macro] => [macroKey(macro), macro])]),
    });
  }

  findVariable(name: string): Type | undefined {
    return this.parts.variables.get(name) ?? this.parts.types(name);
  }

  findFunction(name: string): FunctionDeclaration | undefined {
    return this.parts.functions.get(name);
  }

  findField(typeName: string, field: string): Type | undefined {
    return this.parts.objects(typeName, field);
  }

  /** Reads and checks an expression and makes it ready to be evaluated. */
  compile(text: string): Compiled {
    const { macros, allowsOptional, refusesSurrogates } = this.parts;
    const parsed = parse(text, { macros, allowsOptional, refusesSurrogates });
    if (parsed.issues) return { error: formatIssues(text, parsed.issues) };
    const { checked, issues } = check(parsed.expr, this);
    const all =
      issues.length > 0 ? issues : this.parts.validators.flatMap((validate) => validate(parsed.expr, checked));
    if (all.length > 0) return { error: formatIssues(text, all) };
    return { program: new Program(parsed.expr, checked, this) };
  }
}

/** A function that is known has the added overloads besides its own. */
function withFunctions(
  known: ReadonlyMap<string, FunctionDeclaration>,
  added: readonly FunctionDeclaration[],
): ReadonlyMap<string, FunctionDeclaration> {
  const all = new Map(known);
  for (const { name, overloads } of added) {
    const ids = new Set(overloads.map(({ id }) => id));
    const kept = all.get(name)?.overloads.filter(({ id }) => !ids.has(id)) ?? [];
    all.set(name, { name, overloads: [...kept, ...overloads] });
  }
  return all;
}

/** A checked expression, which can be evaluated with ever new values. */
export class Program {
  private steps: Step | EvaluationError | undefined;

  constructor(
    readonly expr: Expr,
    readonly checked: Checked,
    private readonly declarations: Declarations,
  ) {}

  /** The type of what it answers. */
  get type(): Type {
    return this.checked.type;
  }

  /** Makes it ready to be evaluated, which the first evaluation does otherwise; a message where a constant part has no value. */
  prepare(): string | undefined {
    const steps = this.compiled();
    return steps instanceof EvaluationError ? steps.message : undefined;
  }

  /** Evaluates it; throws EvaluationError, or CostLimitError when that costs more than allowed. */
  evaluate(variables: Activation, costLimit = PER_CALL_LIMIT): Evaluated {
    const outcome = this.run(variables, costLimit);
    if (outcome.error) throw outcome.error;
    return outcome;
  }

  /** Evaluates it; an evaluation that fails or costs more than allowed has a cost, too, which budgets count. */
  run(variables: Activation, costLimit = PER_CALL_LIMIT): Outcome {
    const steps = this.compiled();
    if (steps instanceof EvaluationError) return { error: steps, cost: 0 };
    const frame = new Frame(variables, costLimit);
    try {
      const value = meteredBy(frame, () => steps(frame));
      return value instanceof Failure ? { error: value.error, cost: frame.cost } : { value, cost: frame.cost };
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof CostLimitError) return { error, cost: frame.cost };
      // A text or list is longer, or a value deeper, than the runtime allows.
      if (error instanceof RangeError) return { error: new CostLimitError(), cost: frame.cost };
      throw error;
    }
  }

  private compiled(): Step | EvaluationError {
    this.steps ??= this.compile();
    return this.steps;
  }

  private compile(): Step | EvaluationError {
    const { declarations, checked } = this;
    try {
      return compileSteps(this.expr, { declarations, checked, callCost: runtimeCallCost });
    } catch (error) {
      if (error instanceof EvaluationError) return error;
      throw error;
    }
  }
}
