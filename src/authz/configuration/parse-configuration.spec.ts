import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAuthorizationConfiguration } from './parse-configuration.js';

const directory = mkdtempSync(join(tmpdir(), 'binnacle-authz-'));
const FILE = join(directory, 'kubeconfig');
writeFileSync(FILE, '{}');
afterAll(() => rmSync(directory, { recursive: true }));

const WEBHOOK = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  matchConditionSubjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: FILE },
};
const V1 = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' };
const fileOf = (...authorizers: object[]): object => ({ ...V1, authorizers });
const webhookWith = (changes: object): object =>
  fileOf({ type: 'Webhook', name: 'w', webhook: { ...WEBHOOK, ...changes } });

describe('parseAuthorizationConfiguration()', () => {
  it('keeps an answer for 5 minutes and a denial for 30 seconds if no times are given [AZCFG-06, AZCFG-07, LIM-04]', () => {
    const [{ webhook }] = parseAuthorizationConfiguration(webhookWith({})) as readonly { webhook?: object }[];
    expect(webhook).toMatchObject({ authorizedTtl: 300_000, unauthorizedTtl: 30_000 });
  });

  it('reads authorizers of each type in their order [AZCFG-02, AZCFG-03]', () => {
    const matchConditions = [{ expression: 'true' }];
    const file = fileOf(
      { type: 'Node', name: 'node' },
      { type: 'Webhook', name: 'w', webhook: { ...WEBHOOK, matchConditions } },
      { type: 'RBAC', name: 'rbac' },
    );
    expect(parseAuthorizationConfiguration(file)).toEqual([
      { type: 'Node', name: 'node' },
      {
        type: 'Webhook',
        name: 'w',
        webhook: {
          timeout: 3000,
          authorizedTtl: 300_000,
          unauthorizedTtl: 30_000,
          reviewVersion: 'v1',
          failurePolicy: 'Deny',
          kubeConfigFile: FILE,
          matchConditions,
        },
      },
      { type: 'RBAC', name: 'rbac' },
    ]);
  });

  it.each(['v1alpha1', 'v1beta1'])('reads %s as well [AZCFG-01, DEP-24]', (version) => {
    const file = {
      ...V1,
      apiVersion: `apiserver.config.k8s.io/${version}`,
      authorizers: [{ type: 'RBAC', name: 'r' }],
    };
    expect(parseAuthorizationConfiguration(file)).toHaveLength(1);
  });

  it('takes the longest timeout, and no review version for conditions where there are none [AZCFG-08, AZCFG-10]', () => {
    const [{ webhook }] = parseAuthorizationConfiguration(
      webhookWith({ timeout: '30s', matchConditionSubjectAccessReviewVersion: undefined }),
    );
    expect(webhook).toMatchObject({ timeout: 30_000, matchConditions: [] });
  });

  it('takes the shortest timeout', () => {
    const [{ webhook }] = parseAuthorizationConfiguration(webhookWith({ timeout: '1us' }));
    expect(webhook).toMatchObject({ timeout: 0.001 });
  });

  it('takes a zero that is written down as zero [AZCFG-06]', () => {
    const [{ webhook }] = parseAuthorizationConfiguration(webhookWith({ authorizedTTL: '0s', unauthorizedTTL: '0s' }));
    expect(webhook).toMatchObject({ authorizedTtl: 0, unauthorizedTtl: 0 });
  });

  it.each<[string, object, string]>([
    [
      'AZCFG-01',
      { ...V1, kind: 'Pod', authorizers: [{ type: 'RBAC', name: 'r' }] },
      'kind: Invalid value: "Pod": must be',
    ],
    [
      'AZCFG-01',
      { ...V1, apiVersion: 'v1', authorizers: [{ type: 'RBAC', name: 'r' }] },
      'apiVersion: Unsupported value: "v1"',
    ],
    ['AZCFG-01', { ...fileOf({ type: 'RBAC', name: 'r' }), mode: 1 }, 'mode: Invalid value: "mode": unknown field'],
    ['AZCFG-02', fileOf(), 'authorizers: Required value: at least one authorization mode must be defined'],
    ['AZCFG-03', fileOf({ name: 'x' }), 'authorizers[0].type: Required value'],
    [
      'AZCFG-03',
      fileOf({ type: 'Foo', name: 'x' }),
      'authorizers[0].type: Unsupported value: "Foo": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    ],
    ['AZCFG-04', fileOf({ type: 'RBAC' }), 'authorizers[0].name: Required value'],
    [
      'AZCFG-04',
      fileOf({ type: 'RBAC', name: 'a' }, { type: 'Node', name: 'a' }),
      'authorizers[1].name: Duplicate value: "a"',
    ],
    [
      'AZCFG-04',
      fileOf({ type: 'RBAC', name: 'A_b' }),
      'authorizers[0].name: Invalid value: "A_b": authorizer name is invalid: ',
    ],
    [
      'AZCFG-05',
      fileOf({ type: 'RBAC', name: 'a' }, { type: 'RBAC', name: 'b' }),
      'authorizers[1].type: Duplicate value: "RBAC"',
    ],
    [
      'AZCFG-05',
      fileOf({ type: 'Webhook', name: 'a' }),
      'authorizers[0].webhook: Required value: required when type=Webhook',
    ],
    [
      'AZCFG-05',
      fileOf({ type: 'Node', name: 'a', webhook: WEBHOOK }),
      'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
    ],
    [
      'AZCFG-05',
      fileOf({ type: 'RBAC', name: 'a', colour: 1 }),
      'authorizers[0].colour: Invalid value: "colour": unknown field',
    ],
    [
      'AZCFG-05',
      webhookWith({ matchConditions: [{ expression: 'true', colour: 1 }] }),
      'matchConditions[0].colour: Invalid value: "colour": unknown field',
    ],
    [
      'AZCFG-05',
      webhookWith({ connectionInfo: { ...WEBHOOK.connectionInfo, colour: 1 } }),
      'connectionInfo.colour: Invalid value: "colour": unknown field',
    ],
    [
      'AZCFG-08, LIM-03',
      webhookWith({ timeout: '30001ms' }),
      'authorizers[0].timeout: Invalid value: "30.001s": must be > 0s and <= 30s',
    ],
    [
      'AZCFG-08, LIM-03',
      webhookWith({ timeout: '-1s' }),
      'authorizers[0].timeout: Invalid value: "-1s": must be > 0s and <= 30s',
    ],
    ['AZCFG-05', webhookWith({ colour: 1 }), 'authorizers[0].webhook.colour: Invalid value: "colour": unknown field'],
    [
      'AZCFG-06',
      webhookWith({ authorizedTTL: '-1s' }),
      'authorizers[0].authorizedTTL: Invalid value: "-1s": must be >= 0s',
    ],
    ['AZCFG-06', webhookWith({ authorizedTTL: '5' }), 'authorizedTTL: Invalid value: "5": time: missing unit'],
    ['AZCFG-08', webhookWith({ timeout: undefined }), 'authorizers[0].timeout: Required value'],
    [
      'AZCFG-08, LIM-03',
      webhookWith({ timeout: '40s' }),
      'authorizers[0].timeout: Invalid value: "40s": must be > 0s and <= 30s',
    ],
    [
      'AZCFG-09',
      webhookWith({ subjectAccessReviewVersion: '' }),
      'authorizers[0].subjectAccessReviewVersion: Required value',
    ],
    [
      'AZCFG-09',
      webhookWith({ subjectAccessReviewVersion: 'v2' }),
      'subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
    ],
    [
      'AZCFG-10',
      webhookWith({ matchConditionSubjectAccessReviewVersion: undefined, matchConditions: [{ expression: 'true' }] }),
      'matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
    ],
    ['AZCFG-10', webhookWith({ matchConditionSubjectAccessReviewVersion: 'v1beta1' }), 'Unsupported value: "v1beta1"'],
    ['AZCFG-11', webhookWith({ failurePolicy: undefined }), 'authorizers[0].failurePolicy: Required value'],
    [
      'AZCFG-11',
      webhookWith({ failurePolicy: 'Allow' }),
      'failurePolicy: Unsupported value: "Allow": supported values: "NoOpinion", "Deny"',
    ],
    ['AZCFG-12', webhookWith({ connectionInfo: undefined }), 'authorizers[0].connectionInfo.type: Required value'],
    [
      'AZCFG-12',
      webhookWith({ connectionInfo: { type: 'KubeConfigFile' } }),
      'connectionInfo.kubeConfigFile: Required value',
    ],
    [
      'AZCFG-12',
      webhookWith({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'here' } }),
      'connectionInfo.kubeConfigFile: Invalid value: "here": must be an absolute path',
    ],
    [
      'AZCFG-12',
      webhookWith({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/none' } }),
      'connectionInfo.kubeConfigFile: Invalid value: "/none": error loading file',
    ],
    [
      'AZCFG-12',
      webhookWith({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: directory } }),
      'must be a regular file',
    ],
    ['AZCFG-13', webhookWith({ connectionInfo: { type: 'InClusterConfig' } }), 'the server itself runs in no cluster'],
    [
      'AZCFG-13',
      webhookWith({ connectionInfo: { type: 'InClusterConfig', kubeConfigFile: '/x' } }),
      'connectionInfo.kubeConfigFile: Invalid value: "/x": can only be set when type=KubeConfigFile',
    ],
    [
      'AZCFG-12',
      webhookWith({ connectionInfo: { type: 'Kubeconfig' } }),
      'type: Unsupported value: "Kubeconfig": supported values: "InClusterConfig", "KubeConfigFile"',
    ],
    ['AZCFG-08, LIM-03', webhookWith({ timeout: '-1ns' }), 'must be > 0s and <= 30s'],
  ])('[%s] refuses %j: %s', (_, file, message) => {
    expect(() => parseAuthorizationConfiguration(file)).toThrow(message);
  });
});
