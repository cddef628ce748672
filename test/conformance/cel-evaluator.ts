import { expressionEnvironment, loadExpressionLanguage } from '../../src/plugin-api/built-in.js';
import { TypeDeclarations } from '../../plugins/apiextensions/custom-resource-definition/expression/declared-type.js';
import {
  ruleEnvironment,
  sizesOf,
} from '../../plugins/apiextensions/custom-resource-definition/expression/rule-environment.js';
import { SchemaValues } from '../../plugins/apiextensions/custom-resource-definition/expression/schema-value.js';
import type { JSONSchemaProps } from '../../plugins/apiextensions/custom-resource-definition/json-schema.v1.js';
import { requestTypes, requestVariables } from '../../plugins/admissionregistration/expression/request-types.js';
import { plainValue } from './cel-plain-value.js';

/** An environment of recorded expressions. */
interface RecordedEnvironment {
  readonly kind: 'rule' | 'policy' | 'patch';
  readonly schema?: JSONSchemaProps;
  readonly vars: Readonly<Record<string, unknown>>;
}

/** One recorded expression. */
interface Question {
  readonly env: RecordedEnvironment;
  readonly expr: string;
  readonly stored: boolean;
  readonly optionalOldSelf: boolean;
  /** The served release; the current one by default. */
  readonly release?: string;
}

const language = await loadExpressionLanguage();
type Value = ReturnType<typeof language.valueOfJson>;
type Environment = ReturnType<typeof language.kubernetesEnvironment>;

/** The environment of expressions of one kind. */
interface Setting {
  readonly environment: Environment;
  readonly variables: ReadonlyMap<string, Value>;
  readonly sizes?: ReturnType<typeof sizesOf>;
}

const settings = new Map<string, Setting>();

/** Compiles and evaluates an expression, for replay/cel.mjs. */
export function evaluate({ env, expr, stored, optionalOldSelf, release }: Question): Record<string, unknown> {
  const key = [env.kind, stored, optionalOldSelf, release].join();
  const setting = settings.get(key) ?? newSetting({ env, expr, stored, optionalOldSelf, release });
  settings.set(key, setting);
  const { program, error } = setting.environment.compile(expr);
  if (error !== undefined) return { compile: error.replaceAll(/selfType\d+/g, 'selfType{n}') };
  const type = language.runtimeTypeName(program.type).replace(/selfType\d+/g, 'selfType{n}');
  const estimate = setting.sizes && estimated(language.estimateCost(program.expr, program.checked, setting.sizes));
  const fault = program.prepare();
  if (fault !== undefined) return { type, estimate, program: fault };
  const outcome = program.run({ find: (name) => setting.variables.get(name) });
  const result = outcome.error ? { error: outcome.error.message } : { value: plainValue(outcome.value, language) };
  return { type, estimate, cost: outcome.cost, ...result };
}

function estimated({ min, max }: { readonly min: bigint; readonly max: bigint }): string[] {
  return [String(min), String(max)];
}

function newSetting({ env, stored: isStored, optionalOldSelf, release }: Question): Setting {
  if (env.kind === 'rule') return ruleSetting(env, { isStored, optionalOldSelf });
  const { AUTHORIZER_TYPE, DYN, PATCH_TYPES, RESOURCE_CHECK_TYPE } = language;
  const types = requestTypes(language);
  const environment = expressionEnvironment(release, { isStored }).extend({
    variables: {
      ...requestVariables(language),
      params: DYN,
      authorizer: AUTHORIZER_TYPE,
      'authorizer.requestResource': RESOURCE_CHECK_TYPE,
    },
    objects: (type, field) => types.get(type)?.get(field),
  });
  const variables = Object.entries(env.vars).map(([name, data]): [string, Value] => [name, language.valueOfJson(data)]);
  return {
    environment: env.kind === 'patch' ? environment.extend(PATCH_TYPES) : environment,
    variables: new Map([...variables, ...authorizers()]),
  };
}

function ruleSetting(
  { schema = {}, vars: { self, oldSelf } }: RecordedEnvironment,
  { isStored, optionalOldSelf }: { readonly isStored: boolean; readonly optionalOldSelf: boolean },
): Setting {
  const types = new TypeDeclarations(language);
  const declared = types.typeOf(schema, false);
  if (!declared) throw new Error('the schema of the rules has no type');
  const environment = ruleEnvironment(declared, types, { isStored, optionalOldSelf });
  const read = new SchemaValues().readerOf(schema);
  const old = read(oldSelf);
  const variables = new Map<string, Value>([
    ['self', read(self)],
    ['oldSelf', optionalOldSelf ? new language.OptionalValue(old) : old],
  ]);
  return { environment, variables, sizes: sizesOf(declared) };
}

/** The authorizer that the rows were recorded with. */
function authorizers(): [string, Value][] {
  const { AuthorizerValue, RESOURCE_CHECK_TYPE } = language;
  type Ask = InstanceType<typeof AuthorizerValue>['ask'];
  const ask: Ask = ({ verb = '', ...question }) => {
    if (verb === 'deny') return { allowed: false, reason: 'denied' };
    if (verb === 'fail') return { allowed: false, reason: '', error: 'no answer' };
    const { path, serviceAccount: account } = question;
    const user = account ? `system:serviceaccount:${account.namespace}:${account.name}` : 'alice';
    const { group = '', resource = '', subresource = '', namespace = '', name = '' } = question;
    const parts = [group, path === undefined ? '*' : '', resource, subresource, namespace, path ?? name];
    return { allowed: verb === 'get', reason: `${user} ${parts.join('|')}|${path === undefined}` };
  };
  const question = { group: 'apps', resource: 'deployments', namespace: 'default', name: 'web' };
  return [
    ['authorizer', new AuthorizerValue(ask, {})],
    ['authorizer.requestResource', new AuthorizerValue(ask, question, RESOURCE_CHECK_TYPE.name)],
  ];
}
