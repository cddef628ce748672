import { type Stores } from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage, toShape } from '../../../src/plugin-api/built-in.js';
import { Deployment } from '../../apps/index.js';
import { ConfigMap, Pod } from '../../core/index.js';
import type { ValidatingAdmissionPolicySpec } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { checkTypes } from './check-types.js';

beforeAll(loadExpressionLanguage);

const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        port: { 'x-kubernetes-int-or-string': true },
        'max-size': { type: 'integer' },
        names: { type: 'array', items: { type: 'string' } },
        sizes: { type: 'object', additionalProperties: { type: 'number' } },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};

function storeOf(group: string, [resource, kind]: readonly [string, string], type: unknown) {
  const apiVersion = group === '' ? 'v1' : `${group}/v1`;
  const versions = new Map([[apiVersion, { apiVersion, gvk: { group, version: 'v1', kind }, type }]]);
  return { kind: { kind, groupResource: { group, resource }, versions, isShown: () => true } };
}

const MANY = Array.from({ length: 12 }, (_, i) => `things${i}`);
const STORES = {
  all: () => [
    storeOf('', ['pods', 'Pod'], toShape(Pod)),
    storeOf('', ['configmaps', 'ConfigMap'], toShape(ConfigMap)),
    storeOf('apps', ['deployments', 'Deployment'], toShape(Deployment)),
    storeOf('x.io', ['boats', 'Boat'], { published: { schema: SCHEMA } }),
    ...MANY.map((name, i) => storeOf('many.io', [name, `Thing${String(i).padStart(2, '0')}`], toShape(ConfigMap))),
  ],
} as unknown as Stores;

const rules = (apiGroups: string[], resources: string[], apiVersions = ['v1']) => ({
  matchConstraints: { resourceRules: [{ operations: ['*'], apiGroups, apiVersions, resources }] },
});
const PODS = rules([''], ['pods']);
const BOATS = rules(['x.io'], ['boats']);

function warnings(spec: ValidatingAdmissionPolicySpec): [string, string][] {
  return checkTypes({ metadata: { name: 'p' }, spec }, STORES).map(({ fieldRef, warning }) => [fieldRef, warning]);
}

/** The first line of the only warning of an expression. */
function warningOf(spec: ValidatingAdmissionPolicySpec, expression: string): string | undefined {
  const [found] = warnings({ ...spec, validations: [{ expression }] });
  return found?.[1].split('\n')[0];
}

describe('checkTypes()', () => {
  it.each<[string, string | undefined]>([
    ['object.spec.containers.all(c, c.image.startsWith("x"))', undefined],
    ['object.spec.container.size() > 0', "1:12: undefined field 'container'"],
    ['object.spec.hostNetwork == 1', "1:25: found no matching overload for '_==_' applied to '(bool, int)'"],
    ['object.metadata.creationTimestamp < timestamp(0)', undefined],
    ['object.metadata.labels["a"] == "b" && object.kind == "Pod" && oldObject.apiVersion == "v1"', undefined],
    ['object.spec.containers[0].ports[0].containerPort > 80', undefined],
    ['object.spec.containers[0].livenessProbe.httpGet.port == 80', undefined],
    ['has(object.spec.containers[0].resources.limits)', "1:4: undefined field 'limits'"],
    ['request.foo == 1', "1:8: undefined field 'foo'"],
    ['params.x == 1', "1:1: undeclared reference to 'params' (in container '')"],
    ['authorizer.group("").resource("pods").check("get").allowed()', undefined],
    [
      'authorizer.requestResource.check("get").allowed()',
      "1:11: unexpected failed resolution of 'kubernetes.authorization.Authorizer'",
    ],
    ['variables.missing', "1:10: undefined field 'missing'"],
  ])('says of %s for pods: %s', (expression, found) => {
    expect(warningOf(PODS, expression)).toBe(found && `/v1, Kind=Pod: ERROR: <input>:${found}`);
  });

  it.each<[string, string | undefined]>([
    ['object.spec.port == 1 || object.spec.port == "a"', undefined],
    ['object.spec.max__dash__size < 1', undefined],
    ['object.spec.names.exists(n, n == "a") && object.spec.sizes["a"] > 0.5', undefined],
    ['object.spec.names == 1', "1:19: found no matching overload for '_==_' applied to '(list(string), int)'"],
    ['object.spec.any == 1', "1:12: undefined field 'any'"],
    ['object.metadata.finalizers == ["a"] && object.kind == "Boat"', undefined],
    ['object.status == 1', "1:7: undefined field 'status'"],
  ])('says of %s for a custom kind: %s', (expression, found) => {
    expect(warningOf(BOATS, expression)).toBe(found && `x.io/v1, Kind=Boat: ERROR: <input>:${found}`);
  });

  it('words a warning for each kind, with the place of the expression', () => {
    const validations = [{ expression: 'true' }, { expression: 'true', messageExpression: 'object.foo' }];
    const shown = "ERROR: <input>:1:7: undefined field 'foo'\n | object.foo\n | ......^\n";
    expect(warnings({ ...rules(['', 'apps'], ['pods', 'deployments']), validations })).toEqual([
      ['spec.validations[1].messageExpression', `/v1, Kind=Pod: ${shown}\napps/v1, Kind=Deployment: ${shown}`],
    ]);
  });

  it('knows the types of variables and parameters', () => {
    const variables = [
      { name: 'n', expression: 'object.spec.replicas' },
      { name: 'broken', expression: 'object.spec.foo' },
    ];
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
    const spec = { ...rules(['apps'], ['deployments']), paramKind, variables };
    expect(warningOf(spec, 'variables.n < 5 && variables.broken == 1 && params.data["a"] == "b"')).toBeUndefined();
    expect(warningOf(spec, 'variables.n == "a"')).toContain("applied to '(int, string)'");
    expect(warningOf(spec, 'params.spec == null')).toContain("undefined field 'spec'");
  });

  it.each<[string, ValidatingAdmissionPolicySpec]>([
    ['all resources', rules([''], ['*'])],
    ['all groups', rules(['*'], ['pods'])],
    ['all versions', rules([''], ['pods'], ['*'])],
    ['subresources', rules([''], ['pods/status'])],
    ['what is not served', rules(['y.io'], ['boats'])],
    ['nothing', {}],
  ])('does not check for %s', (_what, spec) => {
    expect(warningOf(spec, 'object.foo == 1')).toBeUndefined();
  });

  it('checks for ten kinds at most', () => {
    const [[, text]] = warnings({ ...rules(['many.io'], MANY), validations: [{ expression: 'object.foo == 1' }] });
    expect(text.match(/many\.io\/v1/g)).toHaveLength(10);
  });
});
