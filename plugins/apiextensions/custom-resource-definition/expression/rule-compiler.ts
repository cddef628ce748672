import {
  expressionEnvironment,
  expressionLanguage,
  type ExpressionLanguage,
  type StrategyContext,
} from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps, ValidationRule } from '../json-schema.v1.js';
import { type DeclaredType, MAX_REQUEST_BYTES, TypeDeclarations } from './declared-type.js';

type Environment = ReturnType<typeof expressionEnvironment>;
type Program = NonNullable<ReturnType<Environment['compile']>['program']>;

/** What came of compiling a rule. */
export interface CompiledRule {
  readonly error?: string;
  /** What it costs at most to evaluate it once. */
  readonly cost: number;
  /** Whether it compares with the value that was there before. */
  readonly usesOld: boolean;
  readonly messageError?: string;
  /** What its message costs at most; undefined where it has none that is an expression. */
  readonly messageCost?: number;
}

/** What came of compiling the rules of one schema. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** How many values of this schema fit into one object at most. */
  readonly maxValues: number;
}

/** What the rules of one definition have in common. */
export interface RuleCompilerOptions {
  readonly release?: StrategyContext['release'];
  /** The expressions that are there already: they may use what newer releases know. */
  readonly stored?: ReadonlySet<string>;
}

/** Compiles the rules of the schemas of one definition. The expression language has to have been loaded. */
export class RuleCompiler {
  private readonly language: ExpressionLanguage = expressionLanguage();
  private readonly types = new TypeDeclarations(this.language);
  private readonly compiled = new Map<JSONSchemaProps, CompiledRules | undefined>();

  constructor(private readonly options: RuleCompilerOptions) {}

  /** Compiles the rules of a schema; undefined where the schema gives its values no type. */
  compile(schema: JSONSchemaProps, isRoot: boolean): CompiledRules | undefined {
    if (!this.compiled.has(schema)) this.compiled.set(schema, this.compileAll(schema, isRoot));
    return this.compiled.get(schema);
  }

  private compileAll(schema: JSONSchemaProps, isRoot: boolean): CompiledRules | undefined {
    const declared = this.types.typeOf(schema, isRoot);
    if (!declared) return undefined;
    const rules = schema['x-kubernetes-validations'] ?? [];
    return {
      rules: rules.map((rule) => this.compileRule(rule, declared)),
      maxValues: Math.floor(MAX_REQUEST_BYTES / (declared.minBytes + 1)),
    };
  }

  private compileRule(rule: ValidationRule, declared: DeclaredType): CompiledRule {
    if (rule.rule.trim() === '') return { cost: 0, usesOld: false };
    const { program, error } = this.environmentFor(rule.rule, rule, declared).compile(rule.rule);
    if (error !== undefined) return { error: `compilation failed: ${error}`, cost: 0, usesOld: false };
    if (program.type.kind !== 'bool') {
      return { error: 'cel expression must evaluate to a bool', cost: 0, usesOld: false };
    }
    const usesOld = [...program.checked.references.values()].some(({ name }) => name === 'oldSelf');
    return { cost: this.costOf(program, declared), usesOld, ...this.compileMessage(rule, declared) };
  }

  private compileMessage(
    rule: ValidationRule,
    declared: DeclaredType,
  ): Pick<CompiledRule, 'messageError' | 'messageCost'> {
    const { messageExpression = '' } = rule;
    if (messageExpression.trim() === '') return {};
    const { program, error } = this.environmentFor(messageExpression, rule, declared).compile(messageExpression);
    if (error !== undefined) return { messageError: `messageExpression compilation failed: ${error}` };
    if (program.type.kind !== 'string') return { messageError: 'messageExpression must evaluate to a string' };
    return { messageCost: this.costOf(program, declared) };
  }

  private environmentFor(expression: string, { optionalOldSelf }: ValidationRule, { type }: DeclaredType): Environment {
    const { release, stored } = this.options;
    const isStored = stored?.has(expression) ?? false;
    const oldSelf = optionalOldSelf ? this.language.optionalOf(type) : type;
    return expressionEnvironment(release, { isStored }).extend({
      variables: { self: type, oldSelf },
      objects: (name, field) => this.types.fieldType(name, field),
    });
  }

  private costOf({ expr, checked }: Program, declared: DeclaredType): number {
    return this.language.estimateCost(expr, checked, (path) => {
      const found = followPath(declared, path.slice(1));
      return found && { min: 0, max: found.size };
    }).max;
  }
}

/** How large the value can be that a way leads to, beginning behind the variable. */
function followPath(from: DeclaredType, path: readonly string[]): { readonly size: number } | undefined {
  let at: DeclaredType | undefined = from;
  for (const [i, step] of path.entries()) {
    if (step === '@keys') return at.type.kind === 'map' && i === path.length - 1 ? { size: 0 } : undefined;
    at = step === '@items' || step === '@values' ? at.element : at.fields?.get(step);
    if (!at) return undefined;
  }
  return { size: at.maxSize };
}
