import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

const GROUP = 'metrics.k8s.io';
const VERSION = `${GROUP}/v1beta1`;
const TIMES = { timestamp: '2026-01-01T00:00:00Z', window: '10s' };

/** The metrics server: what it has measured of nodes and pods. */
function answerMetrics({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const usage = { cpu: '250m', memory: '512Mi' };
  const containers = [{ name: 'c', usage: { cpu: '15m', memory: '32Mi' } }];
  const isOfNodes = url.startsWith(`/apis/${VERSION}/nodes`);
  const items = isOfNodes
    ? [{ metadata: { name: 'n' }, ...TIMES, usage }]
    : [{ metadata: { name: 'p', namespace: 'default' }, ...TIMES, containers }];
  const body = { kind: isOfNodes ? 'NodeMetricsList' : 'PodMetricsList', apiVersion: VERSION, metadata: {}, items };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const wordsOf = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split(/ +/));

describeWithKubectl('kubectl and a metrics server', () => {
  let directory: string;
  let server: BuiltServer;
  let metrics: FakeExtensionServer;
  let kubectl: Kubectl;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-top-'));
    metrics = await FakeExtensionServer.start();
    metrics.serve(GROUP, 'v1beta1');
    metrics.answer = answerMetrics;
    server = await startBuiltServer(['--disable-admission-plugins=ServiceAccount']);
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    const capacity = { cpu: '1', memory: '1Gi' };
    const items = [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status: { capacity, allocatable: capacity } },
      { apiVersion: 'v1', kind: 'Service', ...metrics.service },
      {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: `v1beta1.${GROUP}` },
        spec: metrics.specOf(GROUP, 'v1beta1'),
      },
    ];
    await kubectl.ok('create -f -', { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
    await kubectl.ok(`wait apiservice v1beta1.${GROUP} --for=condition=Available`);
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await metrics.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('shows what nodes use, and how much of what they have', async () => {
    const table = await eventually(() => kubectl.ok('top nodes'));
    expect(wordsOf(table)).toEqual([
      ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'],
      ['n', '250m', '25%', '512Mi', '50%'],
    ]);
    expect(metrics.asked.at(-1)!.headers['x-remote-user']).toBe('kubernetes-admin');
  });

  it('shows what pods use', async () => {
    const table = await eventually(() => kubectl.ok('top pods'));
    expect(wordsOf(table)).toEqual([
      ['NAME', 'CPU(cores)', 'MEMORY(bytes)'],
      ['p', '15m', '32Mi'],
    ]);
  });
});
