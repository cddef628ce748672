import {
  type AdmissionAttributes,
  type ApiObject,
  type AuthorizationAttributes,
  type Authorizer,
  type Decision,
} from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { ConditionMatcher, RequestVariables } from './index.js';

const RESOURCE = { group: '', version: 'v1', resource: 'configmaps' };
const KIND = { group: '', version: 'v1', kind: 'ConfigMap' };
const OBJECT = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a' },
  data: { a: 'x' },
} as unknown as ApiObject;
const ATTRIBUTES = {
  ...{ operation: 'CREATE', resource: RESOURCE, kind: KIND, subresource: '', namespace: 'n', name: 'a' },
  ...{ user: { name: 'ada', groups: ['g'] }, dryRun: false, options: undefined },
} as unknown as AdmissionAttributes;
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

type Authorize = (attributes: AuthorizationAttributes) => Decision | Promise<Decision>;

function variablesWith(authorize: Authorize = () => NO_OPINION): RequestVariables {
  const request = { attributes: ATTRIBUTES, kind: KIND, resource: RESOURCE, object: OBJECT, oldObject: undefined };
  return new RequestVariables({ ...request, authorizer: { authorize } as Authorizer });
}

function matcherOf(expressions: readonly string[], failurePolicy?: string): ConditionMatcher {
  const matchConditions = expressions.map((expression, i) => ({ name: `c${i}`, expression }));
  return new ConditionMatcher({ matchConditions, failurePolicy });
}

const match = (...expressions: string[]) => matcherOf(expressions).match(variablesWith());

describe('ConditionMatcher.match()', () => {
  beforeAll(() => loadExpressionLanguage());

  it.each<[string, boolean]>([
    ['object.data.a == "x" && oldObject == null', true],
    ['object.data.a == "y"', false],
    ['request.operation == "CREATE" && request.userInfo.username == "ada" && "g" in request.userInfo.groups', true],
    ['request.kind.kind == "ConfigMap" && request.resource.resource == "configmaps"', true],
    ['has(request.subResource) || has(request.userInfo.extra)', false],
    ['request.name == "a" && request.namespace == "n" && !request.dryRun', true],
    ['namespaceObject == null', true],
  ])('evaluates %s', async (expression, isMet) => {
    expect(await match(expression)).toEqual({ verdict: isMet ? 'match' : 'no-match' });
  });

  it('fails when one fails and none is false', async () => {
    const reason = "expression 'object.zzz == 1' resulted in error: no such key: zzz";
    expect(await match('object.zzz == 1', 'true')).toEqual({ verdict: 'failed', reason });
    expect(await match('object.zzz == 1', 'false')).toEqual({ verdict: 'no-match' });
  });

  it('lists different failures in brackets, equal ones once', async () => {
    const [z, y] = ['z', 'y'].map((key) => `expression 'object.${key} == 1' resulted in error: no such key: ${key}`);
    expect(await match('object.z == 1', 'object.y == 1', 'object.z == 1')).toEqual({
      verdict: 'failed',
      reason: `[${z}, ${y}]`,
    });
  });

  it('does not match after a failure under the policy Ignore', async () => {
    expect(await matcherOf(['object.zzz == 1'], 'Ignore').match(variablesWith())).toEqual({ verdict: 'no-match' });
  });

  it('fails for an expression that does not compile', async () => {
    const outcome = await match('nobody');
    expect(outcome).toMatchObject({ verdict: 'failed' });
    expect(JSON.stringify(outcome)).toContain('compilation error: compilation failed: ERROR');
  });

  it('fails when all together cost more than the budget, also where one is false', async () => {
    const checks = Array.from(
      { length: 8 },
      (_, i) => `!authorizer.group("").resource("r${i}").check("get").allowed()`,
    );
    const reason = 'validation failed due to running out of cost budget, no further validation rules will be run';
    expect(await match('false', ...checks)).toEqual({ verdict: 'failed', reason });
    expect(await matcherOf(checks, 'Ignore').match(variablesWith())).toEqual({ verdict: 'no-match' });
  });

  it('asks the authorizer about the request once, and waits for it', async () => {
    const asked: AuthorizationAttributes[] = [];
    const authorize: Authorize = (attributes) => {
      asked.push(attributes);
      return Promise.resolve({ verdict: 'Allow', reason: '' });
    };
    const check = 'authorizer.requestResource.check("delete").allowed()';
    const outcome = matcherOf([check, `${check} && true`]).match(variablesWith(authorize));
    expect(outcome).toBeInstanceOf(Promise);
    expect(await outcome).toEqual({ verdict: 'match' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ verb: 'delete', resource: 'configmaps', version: '*', namespace: 'n', name: 'a' });
  });

  it('shows the error of an authorizer', async () => {
    const variables = variablesWith(() => Promise.reject(new Error('no connection')));
    const check = 'authorizer.path("/x").check("get").error() == "no connection"';
    expect(await matcherOf([check]).match(variables)).toEqual({ verdict: 'match' });
  });

  it('asks for a service account with its groups', async () => {
    const authorize: Authorize = ({ user }) => ({ verdict: user.groups.length === 2 ? 'Allow' : 'Deny', reason: '' });
    const check = 'authorizer.serviceAccount("n", "sa").group("").resource("pods").check("get").allowed()';
    expect(await matcherOf([check]).match(variablesWith(authorize))).toEqual({ verdict: 'match' });
  });
});
