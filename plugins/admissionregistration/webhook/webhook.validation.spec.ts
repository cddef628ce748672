import { FieldPath, formatFieldError } from '../../../src/apimachinery/index.js';
import { validateClientConfig, validateWebhookUrl } from './client-config.validation.js';
import { type Webhook, validateWebhooks } from './webhook.validation.js';

const webhookOf = (members: Partial<Webhook> = {}): Webhook => ({
  name: 'check.example.com',
  clientConfig: { url: 'https://example.com/check' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Fail',
  matchPolicy: 'Exact',
  timeoutSeconds: 10,
  ...members,
});
const foundIn = (webhooks: Webhook[], old?: Webhook[], apiVersion = 'admissionregistration.k8s.io/v1'): string[] =>
  validateWebhooks(webhooks, { apiVersion }, old).map(formatFieldError);

describe('validateWebhooks()', () => {
  it.each<[Partial<Webhook>, string[]]>([
    [{}, []],
    [{ name: '' }, ['webhooks[0].name: Required value']],
    [
      { name: 'check' },
      ['webhooks[0].name: Invalid value: "check": should be a domain with at least three segments separated by dots'],
    ],
    [
      { failurePolicy: 'Cry', matchPolicy: 'Like', reinvocationPolicy: 'Often' },
      [
        'webhooks[0].failurePolicy: Unsupported value: "Cry": supported values: "Fail", "Ignore"',
        'webhooks[0].matchPolicy: Unsupported value: "Like": supported values: "Equivalent", "Exact"',
        'webhooks[0].reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"',
      ],
    ],
    [
      { sideEffects: 'Some' },
      ['webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
    ],
    [
      { timeoutSeconds: 31 },
      ['webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
    ],
    [
      { admissionReviewVersions: [] },
      ['webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
    ],
    [
      { admissionReviewVersions: ['v2', 'v2'] },
      [
        'webhooks[0].admissionReviewVersions[1]: Invalid value: "v2": duplicate version',
        'webhooks[0].admissionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
      ],
    ],
    [{ clientConfig: {} }, ['webhooks[0].clientConfig: Required value: exactly one of url or service is required']],
    [
      { matchConditions: [{ name: 'c', expression: '' }] },
      ['webhooks[0].matchConditions[0].expression: Required value'],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(foundIn([webhookOf(members)])).toEqual(errors);
  });

  it('refuses names that are there twice', () => {
    expect(foundIn([webhookOf(), webhookOf()])).toEqual(['webhooks[1].name: Duplicate value: "check.example.com"']);
  });

  it('accepts values the stored object already had (ratcheting)', () => {
    const lenient = webhookOf({
      sideEffects: 'Unknown',
      admissionReviewVersions: ['v2'],
      matchConditions: [{ name: 'c', expression: '' }],
    });
    expect(foundIn([lenient, lenient], [lenient, lenient])).toEqual([]);
    expect(foundIn([lenient], [webhookOf()])).toHaveLength(3);
  });
});

describe('validateWebhooks() of v1beta1', () => {
  const former = [webhookOf({ sideEffects: 'Some' }), webhookOf({ sideEffects: 'Unknown' })];

  it('takes any known side effect, and names twice', () => {
    expect(foundIn(former, undefined, 'admissionregistration.k8s.io/v1beta1')).toEqual([]);
    expect(foundIn([webhookOf({ sideEffects: 'Bad' })], [], 'admissionregistration.k8s.io/v1beta1')).toEqual([
      'webhooks[0].sideEffects: Unsupported value: "Bad": supported values: "None", "NoneOnDryRun", "Some", "Unknown"',
    ]);
  });

  it('leaves v1 as strict as it is, but for what came in through v1beta1 [DIFF-WH-04, DIFF-WH-06]', () => {
    expect(foundIn(former)).toEqual([
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
      'webhooks[1].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"',
      'webhooks[1].name: Duplicate value: "check.example.com"',
    ]);
    expect(foundIn(former, former)).toEqual([]);
  });
});

describe('validateWebhookUrl()', () => {
  const FORM = '; desired format: https://host[/path]';
  it.each<[string, string[]]>([
    ['https://example.com/check', []],
    ['https://[::1]:8443/', []],
    ['https://ex%25ample.com', []],
    ['http://example.com', [`u: Invalid value: "http": 'https' is the only allowed URL scheme${FORM}`]],
    ['https:///check', [`u: Invalid value: "": host must be specified${FORM}`]],
    ['https://a:b@example.com', ['u: Invalid value: "a:b": user information is not permitted in the URL']],
    ['https://example.com/#part', ['u: Invalid value: "part": fragments are not permitted in the URL']],
    ['https://example.com/?a=b', ['u: Invalid value: "a=b": query parameters are not permitted in the URL']],
    [
      '1:2',
      [
        `u: Required value: url must be a valid URL: parse "1:2": first path segment in URL cannot contain colon${FORM}`,
      ],
    ],
    [':a', [`u: Required value: url must be a valid URL: parse ":a": missing protocol scheme${FORM}`]],
    [
      'https://a b',
      [`u: Required value: url must be a valid URL: parse "https://a b": invalid character " " in host name${FORM}`],
    ],
    [
      'https://a:b',
      [`u: Required value: url must be a valid URL: parse "https://a:b": invalid port ":b" after host${FORM}`],
    ],
    ['https://[::1', [`u: Required value: url must be a valid URL: parse "https://[::1": missing ']' in host${FORM}`]],
    [
      'https://a/%zz',
      [`u: Required value: url must be a valid URL: parse "https://a/%zz": invalid URL escape "%zz"${FORM}`],
    ],
  ])('finds of %s: %j', (url, errors) => {
    expect(validateWebhookUrl(url, FieldPath.of('u')).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateClientConfig()', () => {
  const service = { name: 'n', namespace: 's', port: 443 };
  it.each<[object, string[]]>([
    [service, []],
    [{ ...service, path: '/a/b/' }, []],
    // The reference reports an empty name where the namespace is, and the other way round.
    [{ ...service, name: '' }, ['c.service.namespace: Required value: service namespace is required']],
    [{ ...service, namespace: '' }, ['c.service.name: Required value: service name is required']],
    [
      { ...service, port: 0 },
      ['c.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive'],
    ],
    [{ ...service, path: '//' }, ['c.service.path: Invalid value: "//": segment[0] may not be empty']],
    [{ ...service, path: '/a//b' }, ['c.service.path: Invalid value: "/a//b": segment[1] may not be empty']],
    [{ ...service, path: 'abc' }, ['c.service.path: Invalid value: "abc": must start with a \'/\'']],
  ])('finds of the service %j: %j', (given, errors) => {
    const found = validateClientConfig({ service: given as typeof service }, FieldPath.of('c'));
    expect(found.map(formatFieldError)).toEqual(errors);
  });
});
