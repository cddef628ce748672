import { type FieldError, type FieldPath, invalid, type StrategyContext } from '../../../src/plugin-api/index.js';
import { expressionEnvironment, expressionLanguage, internalFieldError } from '../../../src/plugin-api/built-in.js';
import { type ObjectFields, requestTypes, requestVariables } from './request-types.js';

type Environment = ReturnType<typeof expressionEnvironment>;
type Type = ReturnType<ReturnType<typeof expressionLanguage>['objectOf']>;

/** An expression that was compiled and gives what its place demands, or what is wrong with it. */
export type CompiledExpression = ReturnType<Environment['compile']>;

/** The result type of an expression, as named in errors. */
export type ResultKind = 'bool' | 'string' | 'string or null' | 'object' | 'patches' | 'any';

/** Where an expression stands, as far as that decides what it may use and answer. */
export interface ExpressionPlace {
  readonly path: FieldPath;
  readonly result: ResultKind;
  /** True if there are parameters. */
  readonly hasParams?: boolean;
  /** True if it may ask whether something is allowed. */
  readonly hasAuthorizer?: boolean;
  /** True if variables are available to the expression. */
  readonly seesVariables?: boolean;
}

/** The common properties of the expressions of one policy or webhook. */
export interface CompilerOptions {
  readonly release?: StrategyContext['release'];
  /** The expressions that are there already: they may use what newer releases know. */
  readonly stored?: ReadonlySet<string>;
  /** True if there are variables at all. */
  readonly hasVariables?: boolean;
  /** The types of one kind of objects, for type checks; nothing is known of objects otherwise. */
  readonly types?: ObjectKnowledge;
}

/** The types of the objects that expressions are checked for. */
export interface ObjectKnowledge {
  readonly object: Type;
  readonly params: Type | undefined;
  fieldType(typeName: string, field: string): Type | undefined;
}

const VARIABLES = 'kubernetes.variables';
const OBJECT = 'Object';
const PATCH = 'JSONPatch';
/** Kinds of types whose values variables have as they are; of others nothing is known any more. */
const KEPT_KINDS: ReadonlySet<string> = new Set(
  'any bool bytes double duration int list map null string timestamp uint'.split(' '),
);

/** The capabilities of an expression's environment. */
type EnvironmentKind = Readonly<
  Record<'isStored' | 'hasParams' | 'hasAuthorizer' | 'hasVariables' | 'makesPatches', boolean>
>;

/**
 * Compiles the expressions of one policy or webhook, in their order: those behind a variable may use it. The expression
 * language has to have been loaded.
 */
export class ExpressionCompiler {
  private readonly variables = new Map<string, Type>();
  private readonly environments = new Map<string, Environment>();

  constructor(private readonly options: CompilerOptions) {}

  /** Returns the faults of an expression. */
  check(expression: string, place: ExpressionPlace): FieldError[] {
    return faultsOf(this.compile(expression, place), expression, place.path);
  }

  /** Returns the faults of the expression of a variable, which those behind it may use whatever is wrong. */
  declare(name: string, expression: string, place: ExpressionPlace): FieldError[] {
    return faultsOf(this.define(name, expression, place), expression, place.path);
  }

  /** Compiles the expression of a variable, which those behind it may use whatever is wrong. */
  define(name: string, expression: string, place: Omit<ExpressionPlace, 'path'>): CompiledExpression {
    const compiled = this.compile(expression, place);
    this.variables.set(name, keptType(compiled.program?.type ?? expressionLanguage().DYN));
    return compiled;
  }

  /** Compiles an expression for its place. */
  compile(expression: string, place: Omit<ExpressionPlace, 'path'>): CompiledExpression {
    const { program, error } = this.environmentOf(expression, place).compile(expression);
    if (error !== undefined) return { error: `compilation failed: ${error}` };
    const fault = resultFault(program.type, place.result) ?? instantiationFault(program);
    return fault === undefined ? { program } : { error: fault };
  }

  /** Returns the syntax and type errors of an expression, whatever it answers; undefined if there are none. */
  issuesOf(expression: string, place: Omit<ExpressionPlace, 'path'>): string | undefined {
    return this.environmentOf(expression, place).compile(expression).error;
  }

  private fieldType(type: string, field: string): Type | undefined {
    if (type === VARIABLES) return this.variables.get(field);
    // The members of the object are checked when the change is applied.
    if (type === OBJECT || type.startsWith(`${OBJECT}.`)) return expressionLanguage().DYN;
    return knownTypes().get(type)?.get(field) ?? this.options.types?.fieldType(type, field);
  }

  private environmentOf(expression: string, place: Omit<ExpressionPlace, 'path'>): Environment {
    const { hasParams = false, hasAuthorizer = false, seesVariables = true } = place;
    const isStored = this.options.stored?.has(expression) ?? false;
    const hasVariables = seesVariables && Boolean(this.options.hasVariables);
    const makesPatches = place.result === 'object' || place.result === 'patches';
    const key = [isStored, hasParams, hasAuthorizer, hasVariables, makesPatches].join();
    const known = this.environments.get(key);
    if (known) return known;
    const made = this.newEnvironment({ isStored, hasParams, hasAuthorizer, hasVariables, makesPatches });
    this.environments.set(key, made);
    return made;
  }

  private newEnvironment(has: EnvironmentKind): Environment {
    const language = expressionLanguage();
    const { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE, DYN, objectOf } = language;
    const { types } = this.options;
    const authorizer = { authorizer: AUTHORIZER_TYPE, 'authorizer.requestResource': RESOURCE_CHECK_TYPE };
    // Type checks of the reference do not know the other variable.
    const checked = types && { object: types.object, oldObject: types.object };
    return expressionEnvironment(this.options.release, has).extend({
      variables: {
        ...requestVariables(language),
        ...checked,
        ...(has.hasParams ? { params: types?.params ?? DYN } : {}),
        ...(has.hasAuthorizer ? (types ? { authorizer: AUTHORIZER_TYPE } : authorizer) : {}),
        ...(has.hasVariables ? { variables: objectOf(VARIABLES) } : {}),
      },
      objects: (type, field) => this.fieldType(type, field),
      ...(has.makesPatches ? patchTypes(language) : {}),
    });
  }
}

/** Begins the errors of constant parts without a value, which the reference finds after everything else. */
const INSTANTIATION = 'program instantiation failed';

function instantiationFault(program: NonNullable<CompiledExpression['program']>): string | undefined {
  const fault = program.prepare();
  return fault === undefined ? undefined : `${INSTANTIATION}: ${fault}`;
}

function faultsOf({ error }: CompiledExpression, expression: string, path: FieldPath): FieldError[] {
  if (error === undefined) return [];
  return [error.startsWith(INSTANTIATION) ? internalFieldError(path, error) : invalid(path, expression, error)];
}

/** The additional types of expressions that create patches: objects with any fields, and JSON patches. */
function patchTypes({ JSON_PATCH, objectOf, typeOf }: ReturnType<typeof expressionLanguage>) {
  const isMade = (name: string): boolean => name === PATCH || name === OBJECT || name.startsWith(`${OBJECT}.`);
  return {
    functions: JSON_PATCH,
    types: (name: string) => (isMade(name) ? typeOf(objectOf(name)) : undefined),
  };
}

let types: ObjectFields | undefined;

function knownTypes(): ObjectFields {
  types ??= requestTypes(expressionLanguage());
  return types;
}

function keptType(type: Type): Type {
  if (!KEPT_KINDS.has(type.kind)) return expressionLanguage().DYN;
  return type.params.length === 0 ? type : { ...type, params: type.params.map(keptType) };
}

const ALLOWED: Readonly<Record<ResultKind, readonly string[] | undefined>> = {
  bool: ['bool'],
  string: ['string'],
  'string or null': ['string', 'null_type'],
  object: [OBJECT],
  patches: [`list(${PATCH})`],
  any: undefined,
};

function resultFault(type: Type, result: ResultKind): string | undefined {
  const allowed = ALLOWED[result];
  const given = expressionLanguage().runtimeTypeName(type);
  if (!allowed || allowed.includes(given)) return undefined;
  const wanted = allowed.length === 1 ? allowed[0] : `one of [${allowed.join(' ')}]`;
  return `must evaluate to ${wanted} but got ${given}`;
}
