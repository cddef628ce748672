import { type StrategyContext } from '../../../../src/plugin-api/index.js';
import { expressionLanguage, type ExpressionLanguage } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps, ValidationRule } from '../json-schema.v1.js';
import { type DeclaredType, MAX_REQUEST_BYTES, TypeDeclarations } from './declared-type.js';
import { ruleEnvironment, sizesOf } from './rule-environment.js';

type Environment = ReturnType<typeof ruleEnvironment>;
type Program = NonNullable<ReturnType<Environment['compile']>['program']>;

/** The result of compiling a rule. */
export interface CompiledRule {
  readonly error?: string;
  /** Absent where it does not compile. */
  readonly program?: Program;
  /** The worst-case cost of one evaluation. */
  readonly cost: number;
  /** True if it compares with the value that was there before. */
  readonly usesOld: boolean;
  readonly messageError?: string;
  /** The worst-case cost of its message; undefined if that is not an expression. */
  readonly messageCost?: number;
}

/** The result of compiling the rules of one schema. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** How many values of this schema fit into one object at most. */
  readonly maxValues: number;
}

/** The common properties of the rules of one definition. */
export interface RuleCompilerOptions {
  readonly release?: StrategyContext['release'];
  /** The expressions that are there already: they may use what newer releases know. */
  readonly stored?: ReadonlySet<string>;
  /** The schemas of whole objects, whose parts are named after their places in them. */
  readonly roots?: readonly JSONSchemaProps[];
}

/** Compiles the rules of the schemas of one definition. The expression language has to have been loaded. */
export class RuleCompiler {
  private readonly language: ExpressionLanguage = expressionLanguage();
  private readonly types = new TypeDeclarations(this.language);
  private readonly compiled = new Map<JSONSchemaProps, CompiledRules | undefined>();

  constructor(private readonly options: RuleCompilerOptions) {
    for (const root of options.roots ?? []) this.types.typeOf(root, true);
  }

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
    if (error !== undefined)
      return { error: `compilation failed: ${fromHere(error, declared)}`, cost: 0, usesOld: false };
    if (program.type.kind !== 'bool') {
      return { error: 'cel expression must evaluate to a bool', cost: 0, usesOld: false };
    }
    const usesOld = [...program.checked.references.values()].some(({ name }) => name === 'oldSelf');
    return { program, cost: this.costOf(program, declared), usesOld, ...this.compileMessage(rule, declared) };
  }

  private compileMessage(
    rule: ValidationRule,
    declared: DeclaredType,
  ): Pick<CompiledRule, 'messageError' | 'messageCost'> {
    const { messageExpression = '' } = rule;
    if (messageExpression.trim() === '') return {};
    const { program, error } = this.environmentFor(messageExpression, rule, declared).compile(messageExpression);
    if (error !== undefined)
      return { messageError: `messageExpression compilation failed: ${fromHere(error, declared)}` };
    if (program.type.kind !== 'string') return { messageError: 'messageExpression must evaluate to a string' };
    return { messageCost: this.costOf(program, declared) };
  }

  private environmentFor(expression: string, { optionalOldSelf }: ValidationRule, declared: DeclaredType): Environment {
    const { release, stored } = this.options;
    const isStored = stored?.has(expression) ?? false;
    return ruleEnvironment(declared, this.types, { release, isStored, optionalOldSelf });
  }

  private costOf({ expr, checked }: Program, declared: DeclaredType): number {
    return Number(this.language.estimateCost(expr, checked, sizesOf(declared)).max);
  }
}

/** An error of a rule in which types have their names as seen from the rule's place. */
function fromHere(error: string, { name }: DeclaredType): string {
  return error.replaceAll(name, name.split('.', 1)[0]);
}
