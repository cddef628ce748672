import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const OPEN_METRICS = 'application/openmetrics-text';

let server: TestServer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-metrics-'));
});

afterEach(() => server.close());
afterAll(() => rm(directory, { recursive: true, force: true }));

const linesOf = async (path = '/metrics'): Promise<string[]> => (await server.client.get(path)).text.split('\n');

describe('GET /metrics', () => {
  it('measures what requests do in the store and the cache', async () => {
    server = await startTestServer();
    await server.client.post(MAPS, { metadata: { name: 'a' } });
    await server.client.get(`${MAPS}?resourceVersion=`);
    const lines = await linesOf();
    const patterns = [
      /^etcd_requests_total\{operation="create",type="configmaps"\} [1-9]/,
      /^apiserver_watch_cache_events_dispatched_total\{resource="configmaps"\} [1-9]/,
      /^apiserver_cache_list_total\{index="f:metadata.namespace",resource_prefix="\/configmaps"\} 1$/,
      /^apiserver_watch_cache_consistent_read_total\{fallback="false",resource="\/configmaps",success="true"\} 1$/,
      /^apiserver_request_body_size_bytes_count\{resource="configmaps",verb="create"\} 1$/,
      /^apiserver_request_filter_duration_seconds_count\{filter="authorization"\} [1-9]/,
      /^workqueue_depth\{name=/,
      /^kube_apiserver_nodeport_allocator_available_ports \d/,
      /^registered_metrics_total\{stability_level="STABLE",deprecated_version=""\} [1-9]/,
    ];
    expect(patterns.filter((pattern) => !lines.some((line) => pattern.test(line)))).toEqual([]);
  });

  it('answers OpenMetrics to those who ask for it, also for service levels', async () => {
    server = await startTestServer();
    for (const path of ['/metrics', '/metrics/slis']) {
      const headers = { accept: `${OPEN_METRICS};version=1.0.0,text/plain;q=0.5` };
      const { text, headers: answered } = await server.request('GET', path, { headers });
      expect(answered['content-type']).toBe(`${OPEN_METRICS}; version=1.0.0; charset=utf-8; escaping=values`);
      expect(text.endsWith('# EOF\n')).toBe(true);
    }
  });

  it('compresses for those who take gzip', async () => {
    server = await startTestServer();
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await server.client.open('GET', '/metrics', { headers });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(await buffer(answer)).toString()).toContain('# TYPE kubernetes_build_info gauge');
  });
});

describe('flags of metrics', () => {
  it('disable metrics and limit labels', async () => {
    server = await startTestServer({
      metrics: {
        disabledMetrics: ['apiserver_response_sizes', 'process_open_fds'],
        allowMetricLabels: { 'apiserver_request_total,verb': 'POST,LIST' },
      },
    });
    await server.client.get(`${MAPS}/none`);
    const lines = await linesOf();
    expect(lines.filter((line) => /apiserver_response_sizes|process_open_fds/.test(line))).toEqual([]);
    expect(lines).toContain('disabled_metrics_total 2');
    expect(lines.some((line) => /^apiserver_request_total\{.*verb="unexpected"/.test(line))).toBe(true);
    expect(lines.some((line) => /^apiserver_request_total\{.*verb="GET"/.test(line))).toBe(false);
  });

  it.each([
    ['1.31', true],
    ['', false],
  ])('show hidden metrics with --show-hidden-metrics-for-version=%j: %s [DEP-25, DEP-26]', async (version, isShown) => {
    server = await startTestServer({ observability: { showHiddenMetricsForVersion: version } });
    await server.client.get(`${MAPS}/none`);
    const lines = await linesOf();
    const shown = lines.flatMap((line) => /^# HELP (\S+) \[ALPHA\] \(Deprecated since [\d.]+\)/.exec(line)?.[1] ?? []);
    const expected = [
      'apiserver_flowcontrol_request_concurrency_in_use',
      'apiserver_flowcontrol_request_concurrency_limit',
      'apiserver_request_slo_duration_seconds',
      'apiserver_storage_db_total_size_in_bytes',
      'kube_apiserver_pod_logs_pods_logs_insecure_backend_total',
    ];
    expect(shown.sort()).toEqual(isShown ? expected : []);
  });

  it.each<[release: string, help: string | undefined, shows: string]>([
    ['1.33', '[STABLE] Objects', ''],
    ['1.34', '[STABLE] (Deprecated since 1.34.0) Objects', ''],
    ['1.36', '[STABLE] (Deprecated since 1.34.0) Objects', '1.35'],
  ])('mark what %s has deprecated [DEP-25]', async (emulatedRelease, help, showHiddenMetricsForVersion) => {
    server = await startTestServer({ api: { emulatedRelease }, observability: { showHiddenMetricsForVersion } });
    await server.client.get(MAPS);
    const found = (await linesOf()).find((line) => line.startsWith('# HELP apiserver_storage_objects '));
    expect(found).toContain(help);
  });

  it.each<[release: string, mark: string | undefined, shows: string]>([
    ['1.30', '', ''],
    ['1.31', '(Deprecated since 1.31.0) ', ''],
    ['1.32', undefined, ''],
    ['1.32', '(Deprecated since 1.31.0) ', '1.31'],
    ['1.36', undefined, ''],
    ['1.36', '(Deprecated since 1.31.0) ', '1.35'],
  ])('hide in %s what is deprecated for longer, unless they ask for it: %j [DEP-26]', async (...row) => {
    const [emulatedRelease, mark, showHiddenMetricsForVersion] = row;
    server = await startTestServer({ api: { emulatedRelease }, observability: { showHiddenMetricsForVersion } });
    await server.client.get(MAPS);
    const pattern =
      /^# HELP apiserver_flowcontrol_request_concurrency_in_use \[ALPHA\] (\(Deprecated since [\d.]+\) |)/;
    expect((await linesOf()).flatMap((line) => pattern.exec(line)?.[1] ?? [])).toEqual(
      mark === undefined ? [] : [mark],
    );
  });

  it.each([
    ['1.33', '1.31'],
    ['1.33', '1.33'],
    ['1.36', '1.31'],
  ])('refuse hidden metrics of another release than the one before %s: %s [DEP-26]', async (emulatedRelease, shown) => {
    const start = startTestServer({ api: { emulatedRelease }, observability: { showHiddenMetricsForVersion: shown } });
    await expect(start).rejects.toThrow('Only the previous minor version is allowed');
  });

  it('name groups beside resources from 1.34 on', async () => {
    const labelsIn = async (emulatedRelease: string): Promise<string[]> => {
      server = await startTestServer({ api: { emulatedRelease } });
      await server.client.get('/apis/apps/v1/deployments');
      const lines = (await linesOf()).filter((line) =>
        /^(apiserver_(cache|storage)_list_total|etcd_requests_total|watch_cache_capacity)\{.*deployments/.test(line),
      );
      await server.close();
      return lines.map((line) => line.replace(/ [\d.e+]+$/, '')).sort();
    };
    expect(await labelsIn('1.33')).toEqual([
      'apiserver_cache_list_total{index="",resource_prefix="/deployments"}',
      'apiserver_storage_list_total{resource="deployments.apps"}',
      'etcd_requests_total{operation="list",type="deployments.apps"}',
      'watch_cache_capacity{resource="deployments.apps"}',
    ]);
    expect(await labelsIn('1.34')).toEqual([
      'apiserver_cache_list_total{group="apps",index="",resource="deployments"}',
      'apiserver_storage_list_total{group="apps",resource="deployments"}',
      'etcd_requests_total{group="apps",operation="list",resource="deployments"}',
      'watch_cache_capacity{group="apps",resource="deployments"}',
    ]);
    server = await startTestServer();
  });

  it.each([
    ['apiserver_request_total,verb: POST,LIST', 'unexpected'],
    ['apiserver_request_total: POST', 'GET'],
    ['- no map', 'GET'],
  ])('read limits of labels from a file, %j, and go on without one that is wrong', async (text, verb) => {
    const allowMetricLabelsManifest = join(directory, 'labels.yaml');
    await writeFile(allowMetricLabelsManifest, text);
    server = await startTestServer({ metrics: { allowMetricLabelsManifest } });
    await server.client.get(`${MAPS}/none`);
    const pattern = new RegExp(`^apiserver_request_total\\{code="404".*verb="${verb}"`);
    expect((await linesOf()).some((line) => pattern.test(line))).toBe(true);
  });
});
