import { FieldPath } from '../../../../src/plugin-api/index.js';
import { expressionLanguage } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/sub-schemas.js';
import type { RuleCompiler } from './rule-compiler.js';
import { SchemaValues } from './schema-value.js';

/** A rule that a value does not pass. */
export interface RuleFailure {
  /** The place of the part that the rule is about, seen from the value; empty for the value itself. */
  readonly path: string;
  /** The JSON type of that part. */
  readonly type: string;
  readonly text: string;
  /** The reason that the rule declares; undefined where it does not compile. */
  readonly reason: string | undefined;
}

/** Finds the rules of a schema, and of all schemas in it, that a value does not pass as its own predecessor. */
export function ruleFailures(compiler: RuleCompiler, schema: JSONSchemaProps, value: unknown): RuleFailure[] {
  return new FailureSearch(compiler).failuresOf(schema, value, FieldPath.of());
}

class FailureSearch {
  private readonly values = new SchemaValues();

  constructor(private readonly compiler: RuleCompiler) {}

  failuresOf(schema: JSONSchemaProps, value: unknown, path: FieldPath): RuleFailure[] {
    const own = schema['x-kubernetes-validations']?.length ? this.ownFailures(schema, value, path) : [];
    return [...own, ...this.innerFailures(schema, value, path)];
  }

  private innerFailures(schema: JSONSchemaProps, value: unknown, path: FieldPath): RuleFailure[] {
    const items = itemsOf(schema);
    if (Array.isArray(value)) {
      return items ? value.flatMap((element, i) => this.failuresOf(items, element, path.index(i))) : [];
    }
    if (typeof value !== 'object' || value === null) return [];
    const members = new Map(Object.entries(value));
    const properties = new Map(propertiesOf(schema));
    const additional = additionalOf(schema);
    return [...members].flatMap(([name, member]) => {
      const declared = properties.get(name);
      if (declared) return this.failuresOf(declared, member, path.child(name));
      return additional ? this.failuresOf(additional, member, path.key(name)) : [];
    });
  }

  private ownFailures(schema: JSONSchemaProps, value: unknown, path: FieldPath): RuleFailure[] {
    const { EvaluationError, OptionalValue } = expressionLanguage();
    const compiled = this.compiler.compile(schema, Boolean(schema['x-kubernetes-embedded-resource']));
    const rules = schema['x-kubernetes-validations'] ?? [];
    const place = path.toString() === '<nil>' ? '' : path.toString();
    const { type = '' } = schema;
    return (compiled?.rules ?? []).flatMap(({ program, error }, i) => {
      const { rule, message, optionalOldSelf, reason } = rules[i];
      if (error !== undefined) {
        return [{ path: place, type, text: `rule compile error: ${error}`, reason: undefined }];
      }
      if (!program) return [];
      const self = this.values.readerOf(schema)(value);
      const oldSelf = optionalOldSelf ? new OptionalValue(self) : self;
      const variables = new Map([['self', self] as const, ['oldSelf', oldSelf] as const]);
      const outcome = program.run({ find: (name) => variables.get(name as 'self') });
      if (!outcome.error && outcome.value === true) return [];
      const failed =
        outcome.error instanceof EvaluationError
          ? `${ruleText(rule)} evaluation error: ${outcome.error.message}`
          : undefined;
      return [{ path: place, type, text: failed ?? message ?? ruleText(rule), reason }];
    });
  }
}

function ruleText(rule: string): string {
  return `failed rule: ${rule.trim()}`;
}
