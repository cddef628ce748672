import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let directory: string;
const path = (name: string): string => join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-removals-report-'));
});

afterAll(() => rm(directory, { recursive: true }));

async function report(words: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const code = await runCommand('report', ['removals', ...words], {
    out: writerOf('out'),
    err: writerOf('err'),
    ownPlugins: async () => BUILT_IN_PLUGINS,
    input: (async function* () {
      yield await Promise.resolve(input);
    })(),
  });
  return { code, ...said };
}

async function findings(...words: string[]): Promise<Json[]> {
  const { out } = await report([...words, '--output', 'json']);
  return (JSON.parse(out) as Json).findings as Json[];
}

const CRON_JOB = 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: nightly, namespace: shop}\n';
const SCALER = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}}
`;

describe('binnacle report removals, of manifests', () => {
  it('lists what the release no longer serves, and ends with 1', async () => {
    const { code, out } = await report(['--release', '1.25', '-'], `${CRON_JOB}---\n${SCALER}`);
    expect(code).toBe(1);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['REMOVED IN', 'API', 'USE INSTEAD', 'FOUND IN', 'OBJECT', 'BY', 'REQUESTS', 'LAST'],
      ['v1.25', 'batch/v1beta1 CronJob', 'batch/v1 CronJob', 'stdin', 'shop/nightly', '-', '-', '-'],
      [
        'v1.16',
        'extensions/v1beta1 Deployment',
        'apps/v1 Deployment',
        'stdin',
        'web spec.scaleTargetRef',
        '-',
        '-',
        '-',
      ],
      [''],
    ]);
  });

  it('succeeds where the release serves everything', async () => {
    const { code, out } = await report(['--release', '1.24', '-'], CRON_JOB);
    expect([code, out]).toEqual([0, 'Nothing that v1.24 no longer serves was found.\n']);
  });

  it('reads folders and those below, lists, and goes on after files that are no YAML', async () => {
    await mkdir(path('deploy/below'), { recursive: true });
    await writeFile(path('deploy/list.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [cronJob()] }));
    await writeFile(path('deploy/below/one.yaml'), CRON_JOB);
    await writeFile(path('deploy/below/chart.yaml'), '{{ .Values }}: [');
    await writeFile(path('deploy/values.yaml'), 'replicas: 3\n');
    const { code, out, err } = await report(['--release', '1.32', '--output', 'json', path('deploy')]);
    const { findings: found, unread } = JSON.parse(out) as Json;
    expect((found as Json[]).map(({ source, object }) => [source, object])).toEqual([
      [path('deploy/below/one.yaml'), 'shop/nightly'],
      [path('deploy/list.json'), 'inner'],
    ]);
    expect([code, (unread as string[]).length, err.startsWith('not read: ')]).toEqual([1, 1, true]);
  });

  it('does not succeed where nothing was found and a file could not be read', async () => {
    await writeFile(path('broken.yaml'), 'a: [');
    expect((await report(['--release', '1.32', path('broken.yaml')])).code).toBe(2);
  });

  it.each([
    [['x.yaml'], '--release 1.N is missing'],
    [['--release', '2.1', 'x.yaml'], '--release: "2.1" is no release'],
    [['--release', '1.30'], 'a FILE, folder, audit log, URL or - is needed'],
    [['--release', '1.30', 'absent.yaml'], 'absent.yaml: ENOENT'],
    [['--release', '1.30', '--output', 'xml', 'x'], '--output: table and json'],
  ])('rejects %j', async (words, message) => {
    const { code, err } = await report(words);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });
});

function cronJob(): Json {
  return { apiVersion: 'batch/v1beta1', kind: 'CronJob', metadata: { name: 'inner' } };
}

describe('binnacle report removals, of a server that was used', () => {
  let server: TestServer;
  const log = (): string => path('audit.log');
  const FORMER = '/apis/batch/v1beta1/namespaces/default/cronjobs';

  beforeAll(async () => {
    await writeFile(path('policy.yaml'), 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n');
    server = await startTestServer({
      api: { emulatedRelease: '1.24' },
      audit: { policyFile: path('policy.yaml'), logPath: log(), logMode: 'blocking' },
      tokens: ['eve-token,eve,2,"system:masters"'],
    });
    const template = {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
    };
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(cronJob()) };
    const job = { metadata: { name: 'nightly', annotations }, spec: { schedule: '@daily', jobTemplate: template } };
    expect((await server.client.post(`${FORMER}?fieldManager=ship`, job)).status).toBe(201);
    await server.connect('eve-token').get(FORMER);
    await server.connect('eve-token').get(FORMER);
    await server.client.get('/apis/batch/v1/cronjobs');
  });

  afterAll(() => server.close());

  it('finds the requests in its audit log, by who sent them', async () => {
    const found = await findings('--release', '1.25', log());
    expect(
      found.map(({ apiVersion, kind, replacement, by, requests }) => [apiVersion, kind, replacement, by, requests]),
    ).toEqual([
      ['batch/v1beta1', 'CronJob', 'batch/v1 CronJob', 'admin', 1],
      ['batch/v1beta1', 'CronJob', 'batch/v1 CronJob', 'eve', 2],
    ]);
    expect(Date.parse(String(found[1].last))).toBeGreaterThan(Date.now() - 60_000);
    expect(await findings('--release', '1.24', log())).toEqual([]);
  });

  it('finds its metric, and the objects that were written in the version', async () => {
    const authority = path('ca.pem');
    await writeFile(authority, server.certificateAuthority);
    const found = await findings(
      '--release',
      '1.25',
      server.url,
      '--token',
      ADMIN_TOKEN,
      '--certificate-authority',
      authority,
    );
    const own = found.filter(({ apiVersion }) => apiVersion === 'batch/v1beta1');
    expect(own.map(({ source, object, by }) => [String(source).slice(server.url.length), object, by])).toEqual([
      [': apiserver_requested_deprecated_apis', '', ''],
      [': managedFields', 'default/nightly', 'ship'],
      [': last-applied', 'default/nightly', 'kubectl apply'],
    ]);
  });

  it('takes a kubeconfig, and fails where the credentials are refused', async () => {
    const words = ['--release', '1.24', server.url];
    expect(await findings(...words, '--kubeconfig', server.kubeconfigPath)).toEqual([]);
    const authority = path('ca.pem');
    const { code, err } = await report([...words, '--token', 'wrong', '--certificate-authority', authority]);
    expect([code, err]).toEqual([2, expect.stringContaining('does not accept the credentials')]);
  });
});
