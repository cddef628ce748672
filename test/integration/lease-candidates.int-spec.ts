import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const CANDIDATES = '/apis/coordination.k8s.io/v1alpha2/namespaces/default/leasecandidates';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ api: { runtimeConfig: { 'coordination.k8s.io/v1alpha2': 'true' } } });
});

afterAll(() => server.close());

testServedKind(
  'coordination.k8s.io/v1alpha2 LeaseCandidate',
  {
    path: CANDIDATES,
    object: {
      apiVersion: 'coordination.k8s.io/v1alpha2',
      kind: 'LeaseCandidate',
      metadata: { name: 'all' },
      spec: {
        leaseName: 'l',
        binaryVersion: '1.32.0',
        emulationVersion: '1.31.0',
        strategy: 'OldestEmulationVersion',
        renewTime: '2024-01-02T03:04:05.000006Z',
      },
    },
    headings: ['Name', 'LeaseName', 'BinaryVersion', 'EmulationVersion', 'Age'],
    columns: { LeaseName: 'l', BinaryVersion: '1.32.0', EmulationVersion: '1.31.0' },
    change: { spec: { pingTime: '2024-01-02T03:04:06.000000Z' } },
    refused: {
      change: { spec: { leaseName: 'm', binaryVersion: '1.30.0', strategy: 'Odd' } },
      fields: ['spec.binaryVersion', 'spec.strategy.strategy', 'spec.leaseName'],
    },
  },
  () => server,
);

describe('lease candidates', () => {
  it.each([
    [
      { leaseName: 'l', binaryVersion: '1.32', emulationVersion: 'v1.31.0', strategy: 'example.com/own' },
      ['spec.emulationVersion', 'spec.binaryVersion'],
    ],
    [{ strategy: 'OldestEmulationVersion' }, ['spec.leaseName', 'spec.binaryVersion', 'spec.emulationVersion']],
    [{ leaseName: 'l', binaryVersion: '1.32.0' }, ['spec.strategy']],
  ])('are refused: %j', async (spec, fields) => {
    const { body } = await server.client.post(CANDIDATES, { metadata: { name: 'refused' }, spec });
    expect((body.details.causes as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it('are not served unless they are asked for', async () => {
    const plain = await startTestServer();
    expect((await plain.client.get(CANDIDATES)).status).toBe(404);
    await plain.close();
  });
});
