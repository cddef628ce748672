import { FieldPath, isDeepEqual, type StrategyContext } from '../../../../src/plugin-api/index.js';
import { loadExpressionLanguage, takeTurn } from '../../../../src/plugin-api/built-in.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../custom-resource-definition.v1.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { preparePatterns } from '../schema/pattern.validation.js';
import { innerSchemas, someSchema } from '../schema/sub-schemas.js';
import type { ExpressionRules } from './expressions.validation.js';
import { RuleCompiler } from './rule-compiler.js';
import { rulePlaces } from './schema-places.js';

type Context = Pick<StrategyContext, 'release'>;
type WriteContext = Pick<StrategyContext, 'release' | 'subresource'>;

/** Compilers that have done their work already, by the definitions whose rules they compiled. */
const ready = new WeakMap<CustomResourceDefinition, RuleCompiler>();

/** Compiles the patterns and rules of a definition, which may be many, in turns with other work. */
export async function compileSchemas(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  context: WriteContext,
): Promise<void> {
  if (context.subresource !== '') return;
  for (const schema of schemasOf(definition.spec)) await preparePatterns(schema);
  await compileExpressions(definition, old, context);
}

async function compileExpressions(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  context: WriteContext,
): Promise<void> {
  const schemas = schemasOf(definition.spec).filter(hasExpressions);
  if (schemas.length === 0) return;
  await loadExpressionLanguage();
  const compiler = newCompiler(definition, old, context);
  for (const { schema, isRoot } of schemas.flatMap((each) => rulePlaces(each, FieldPath.of('schema')))) {
    compiler.compile(schema, isRoot);
    await takeTurn();
  }
  ready.set(definition, compiler);
}

/** Returns the parameters of the rules of a version; undefined where no version has any. */
export function expressionsOf(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  context: Context,
): ((version: Partial<CustomResourceDefinitionVersion>) => ExpressionRules) | undefined {
  if (!schemasOf(definition.spec).some(hasExpressions)) return undefined;
  const compiler = ready.get(definition) ?? newCompiler(definition, old, context);
  const before = new Map((old?.spec.versions ?? []).map(({ name, schema }) => [name, schema]));
  const names = (definition.spec.versions ?? []).map(({ name }) => name);
  return ({ name, schema }) => {
    // A shared schema is unchanged if it is unchanged in all versions.
    const same = name === undefined ? names : [name];
    return { compiler, allowsCosts: same.every((each) => before.has(each) && isDeepEqual(before.get(each), schema)) };
  };
}

function newCompiler(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  { release }: Context,
): RuleCompiler {
  const stored = old && new Set(schemasOf(old.spec).flatMap((schema) => [...textsOf(schema)]));
  return new RuleCompiler({ release, stored, roots: schemasOf(definition.spec) });
}

function schemasOf({ versions }: CustomResourceDefinitionSpec): JSONSchemaProps[] {
  return (versions ?? []).flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

function hasExpressions(schema: JSONSchemaProps): boolean {
  return someSchema(schema, (inner) => Boolean(inner['x-kubernetes-validations']?.length));
}

function* textsOf(schema: JSONSchemaProps): Iterable<string> {
  for (const { rule, messageExpression } of schema['x-kubernetes-validations'] ?? []) {
    yield rule;
    if (messageExpression !== undefined) yield messageExpression;
  }
  for (const inner of innerSchemas(schema)) yield* textsOf(inner);
}
