import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1';
const SCHEMAS = `${GROUP}/flowschemas`;
const LEVELS = `${GROUP}/prioritylevelconfigurations`;
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';
const objectOf = (kind: string, name: string, spec: Json): Json => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind,
  metadata: { name },
  spec,
});
const schemaOf = (name: string, level: string): Json =>
  objectOf('FlowSchema', name, { priorityLevelConfiguration: { name: level } });

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ controllers: 'stepped' });
});

afterAll(() => server.close());

testServedKind(
  'flowcontrol.apiserver.k8s.io/v1 FlowSchema',
  {
    path: SCHEMAS,
    object: {
      ...schemaOf('all', 'exempt'),
      spec: {
        priorityLevelConfiguration: { name: 'exempt' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'u' } }],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x/*'] }],
          },
        ],
      },
    },
    headings: ['Name', 'PriorityLevel', 'MatchingPrecedence', 'DistinguisherMethod', 'Age', 'MissingPL'],
    columns: { PriorityLevel: 'exempt', MatchingPrecedence: 2000, DistinguisherMethod: '<none>' },
    change: { spec: { matchingPrecedence: 2000 } },
    refused: {
      change: { spec: { matchingPrecedence: 10_001, distinguisherMethod: { type: 'ByMood' }, rules: [{}] } },
      fields: ['spec.matchingPrecedence', 'spec.distinguisherMethod.type', 'spec.rules[0].subjects', 'spec.rules[0]'],
    },
  },
  () => server,
);

testServedKind(
  'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration',
  {
    path: LEVELS,
    object: objectOf('PriorityLevelConfiguration', 'all', {
      type: 'Limited',
      limited: { limitResponse: { type: 'Queue', queuing: { handSize: 4 } } },
    }),
    headings: ['Name', 'Type', 'NominalConcurrencyShares', 'Queues', 'HandSize', 'QueueLengthLimit', 'Age'],
    columns: { Type: 'Limited', NominalConcurrencyShares: 0, Queues: 64, HandSize: 4, QueueLengthLimit: 50 },
    change: { spec: { limited: { nominalConcurrencyShares: 0 } } },
    refused: {
      change: {
        spec: {
          limited: {
            nominalConcurrencyShares: -1,
            lendablePercent: 101,
            borrowingLimitPercent: -1,
            limitResponse: { queuing: { queues: 3 } },
          },
        },
      },
      fields: [
        'spec.limited.nominalConcurrencyShares',
        'spec.limited.limitResponse.queuing.handSize',
        'spec.limited.lendablePercent',
        'spec.limited.borrowingLimitPercent',
      ],
    },
  },
  () => server,
);

describe('what a cluster begins with', () => {
  const names = async (path: string): Promise<string[]> =>
    ((await server.client.get(path)).body.items as Json[]).map(({ metadata }) => metadata.name as string);

  it('are the mandatory and the suggested objects [DIFF-FLOW-04]', async () => {
    expect(await names(LEVELS)).toEqual([
      'catch-all',
      'exempt',
      'global-default',
      'leader-election',
      'node-high',
      'system',
      'workload-high',
      'workload-low',
    ]);
    expect(await names(SCHEMAS)).toHaveLength(13);
    const { body } = await server.client.get(`${SCHEMAS}/probes`);
    expect([body.metadata.annotations, body.metadata.generation]).toEqual([{ [AUTO_UPDATE]: 'true' }, 1]);
  });

  it("is recreated when deleted, and corrected as long as it is the server's", async () => {
    await server.client.delete(`${LEVELS}/catch-all`);
    await server.client.delete(`${SCHEMAS}/probes`);
    const share = { spec: { limited: { nominalConcurrencyShares: 77 } } };
    await server.client.patch(`${LEVELS}/system`, 'merge-patch', share);
    await server.client.patch(`${LEVELS}/workload-low`, 'merge-patch', {
      ...share,
      metadata: { annotations: { [AUTO_UPDATE]: 'false' } },
    });
    await server.stepControllers();
    expect(await names(LEVELS)).toContain('catch-all');
    expect(await names(SCHEMAS)).toContain('probes');
    const shares = async (name: string): Promise<unknown> =>
      (await server.client.get(`${LEVELS}/${name}`)).body.spec.limited.nominalConcurrencyShares;
    expect([await shares('system'), await shares('workload-low')]).toEqual([30, 77]);
  });

  it('cannot be changed where it is mandatory, but for what the exempt level lends', async () => {
    const { status, body } = await server.client.patch(`${SCHEMAS}/catch-all`, 'merge-patch', {
      spec: { matchingPrecedence: 9999 },
    });
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining("spec of 'catch-all' must equal the fixed value"),
    ]);
    const exempt = { spec: { exempt: { lendablePercent: 50 } } };
    expect((await server.client.patch(`${LEVELS}/exempt`, 'merge-patch', exempt)).status).toBe(200);
    const type = await server.client.patch(`${LEVELS}/exempt`, 'merge-patch', { spec: { type: 'Limited' } });
    expect(type.status).toBe(422);
  });
});

describe('the status of a flow schema', () => {
  it('reports whether its level exists', async () => {
    const dangling = async (): Promise<Json> => {
      await server.stepControllers();
      return (await server.client.get(`${SCHEMAS}/lost`)).body.status.conditions[0] as Json;
    };
    await server.client.post(SCHEMAS, schemaOf('lost', 'mine'));
    expect(await dangling()).toMatchObject({ type: 'Dangling', status: 'True', reason: 'NotFound' });
    const owners = (await server.client.get(`${SCHEMAS}/lost`)).body.metadata.managedFields as Json[];
    expect(owners).toContainEqual(expect.objectContaining({ operation: 'Apply', subresource: 'status' }));
    const spec = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    await server.client.post(LEVELS, objectOf('PriorityLevelConfiguration', 'mine', spec));
    expect(await dangling()).toMatchObject({ status: 'False', reason: 'Found' });
    await server.client.delete(`${LEVELS}/mine`);
    expect(await dangling()).toMatchObject({ status: 'True' });
  });
});

describe('the shares of a priority level', () => {
  const limitResponse = { type: 'Reject' };
  const created = async (limited: Json): Promise<Json> => {
    const spec = { type: 'Limited', limited: { limitResponse, ...limited } };
    const { body, headers } = await server.client.post(
      `${LEVELS}?dryRun=All`,
      objectOf('PriorityLevelConfiguration', 'shares', spec),
    );
    return { shares: body.spec.limited.nominalConcurrencyShares as number, warning: headers.warning };
  };

  it.each<[string, Json, number]>([
    ['are nominal ones [DIFF-FLOW-01]', { nominalConcurrencyShares: 5 }, 5],
    ['are 30 when nothing is said [DIFF-FLOW-02]', {}, 30],
    ['can be none at all [DIFF-FLOW-03]', { nominalConcurrencyShares: 0 }, 0],
  ])('%s', async (_, limited, shares) => expect((await created(limited)).shares).toBe(shares));

  it('have lost their old name [DIFF-FLOW-01]', async () => {
    const { shares, warning } = await created({ assuredConcurrencyShares: 5 });
    expect([shares, warning]).toEqual([30, expect.stringContaining('unknown field')]);
  });
});
