import { followFieldPath } from '../custom-resource-definition/schema/field-path.js';
import { expressionLanguage } from '../../../src/plugin-api/built-in.js';
import { type DeclaredType, TypeDeclarations } from '../custom-resource-definition/expression/declared-type.js';
import { ruleEnvironment } from '../custom-resource-definition/expression/rule-environment.js';
import { SchemaValues, type ValueReader } from '../custom-resource-definition/expression/schema-value.js';
import type { JSONSchemaProps, ValidationRule } from '../custom-resource-definition/json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../custom-resource-definition/schema/sub-schemas.js';
import type { ValidationMetrics } from './validation-metrics.js';

type Program = NonNullable<ReturnType<ReturnType<typeof ruleEnvironment>['compile']>['program']>;

/** A rule with its programs; the error of one that does not compile, which a stored definition should not have. */
export interface ProgrammedRule {
  readonly rule: ValidationRule;
  readonly program?: Program;
  readonly error?: string;
  readonly message?: Program;
  /** The place of its faults below the value; undefined for the value itself. */
  readonly fieldPath?: string;
  /** True if it compares with the value that was there before. */
  readonly usesOld: boolean;
}

/** The rules of a schema at one place and below; places without rules are left out. */
export interface RuleNode {
  readonly rules: readonly ProgrammedRule[];
  readonly type: string;
  readonly read: ValueReader;
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
  readonly items: RuleNode | undefined;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additional: RuleNode | undefined;
  readonly allOf: readonly RuleNode[];
}

/** The type of a value with rules, for the expression language and as the schema has it. */
interface RuledValue {
  readonly declared: DeclaredType;
  readonly schema: JSONSchemaProps;
}

/** How rules are compiled. */
export interface RuleTreeOptions {
  /** The release whose expression language rules are written in; the newest if undefined. */
  readonly release: string | undefined;
  /** Times compilation; nothing does where unset. */
  readonly metrics?: Pick<ValidationMetrics, 'compilations'>;
}

/** Compiles the rules of one schema. The expression language has to have been loaded. */
export class RuleTreeCompiler {
  private readonly types = new TypeDeclarations(expressionLanguage());
  private readonly values = new SchemaValues();

  constructor(private readonly options: RuleTreeOptions) {}

  /** Returns the rules of the schema of whole objects; undefined where it has none. */
  compile(schema: JSONSchemaProps): RuleNode | undefined {
    return this.node(schema, schema, true);
  }

  /** `source` has the rules, `schema` the type: they differ in the schemas of `allOf`. */
  private node(source: JSONSchemaProps, schema: JSONSchemaProps, isRoot: boolean): RuleNode | undefined {
    const declared = this.types.typeOf(schema, isRoot);
    const rules = declared ? this.rules(source['x-kubernetes-validations'] ?? [], { declared, schema }) : [];
    const below = this.below(source, schema);
    const allOf = (source.allOf ?? []).flatMap((each) => this.node(each, schema, isRoot) ?? []);
    const isEmpty = !below.items && !below.additional && below.properties.size === 0;
    if (rules.length === 0 && isEmpty && allOf.length === 0) return undefined;
    return {
      rules,
      type: schema.type ?? '',
      read: this.values.readerOf(isRoot ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema),
      listType: schema['x-kubernetes-list-type'],
      listKeys: schema['x-kubernetes-list-map-keys'] ?? [],
      ...below,
      allOf,
    };
  }

  private below(source: JSONSchemaProps, schema: JSONSchemaProps) {
    const declared = new Map(propertiesOf(schema));
    const properties = propertiesOf(source).flatMap(([name, member]): [string, RuleNode][] => {
      const type = declared.get(name);
      const node = type && this.inner(member, type);
      return node ? [[name, node]] : [];
    });
    return {
      items: this.both(itemsOf(source), itemsOf(schema)),
      additional: this.both(additionalOf(source), additionalOf(schema)),
      properties: new Map(properties),
    };
  }

  private both(source: JSONSchemaProps | undefined, schema: JSONSchemaProps | undefined): RuleNode | undefined {
    return source && schema && this.inner(source, schema);
  }

  private inner(source: JSONSchemaProps, schema: JSONSchemaProps): RuleNode | undefined {
    return this.node(source, schema, Boolean(schema['x-kubernetes-embedded-resource']));
  }

  private rules(rules: readonly ValidationRule[], value: RuledValue): ProgrammedRule[] {
    if (rules.length === 0) return [];
    const started = performance.now();
    const made = rules.filter(({ rule }) => rule.trim() !== '').map((rule) => this.rule(rule, value));
    this.options.metrics?.compilations.observe((performance.now() - started) / 1000);
    return made;
  }

  private rule(rule: ValidationRule, { declared, schema }: RuledValue): ProgrammedRule {
    const { optionalOldSelf, messageExpression = '' } = rule;
    const environment = ruleEnvironment(declared, this.types, {
      release: this.options.release,
      isStored: true,
      optionalOldSelf,
    });
    const { program, error } = environment.compile(rule.rule);
    if (error !== undefined) return { rule, error, usesOld: false };
    const message = messageExpression.trim() === '' ? undefined : environment.compile(messageExpression).program;
    const usesOld = [...program.checked.references.values()].some(({ name }) => name === 'oldSelf');
    return { rule, program, message, usesOld, fieldPath: plainPath(rule.fieldPath, schema) };
  }
}

/** The path of a rule as field errors show it: members by a dot, keys of maps in brackets. */
function plainPath(path: string | undefined, schema: JSONSchemaProps): string | undefined {
  if (!path) return undefined;
  let at: JSONSchemaProps | undefined = schema;
  let plain = '';
  for (const name of followFieldPath(path, schema, { allowsBrackets: true }).members) {
    const member: JSONSchemaProps | undefined = new Map(propertiesOf(at ?? {})).get(name);
    plain += member ? `.${name}` : `[${name}]`;
    at = member ?? additionalOf(at ?? {});
  }
  return plain.replace(/^\./, '');
}
