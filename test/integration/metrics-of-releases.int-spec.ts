import { type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** A family as it is served: its stability, and the labels of its first sample. */
interface Family {
  readonly stability: string;
  readonly labels: readonly string[];
}

/** Starts a server of a release, sends it some requests, and returns its families by name. */
async function familiesOf(emulatedRelease: string, shown = ''): Promise<ReadonlyMap<string, Family>> {
  const observability = { showHiddenMetricsForVersion: shown };
  const server = await startTestServer({ api: { emulatedRelease }, observability });
  try {
    return await readFamilies(server);
  } finally {
    await server.close();
  }
}

async function readFamilies({ client }: TestServer): Promise<ReadonlyMap<string, Family>> {
  await client.post(MAPS, { metadata: { name: 'a' } });
  await client.get(MAPS);
  const watch = await client.open('GET', `${MAPS}?watch=1&resourceVersion=0`);
  const { text } = await client.get('/metrics');
  watch.destroy();
  const families = text.split('# HELP ').slice(1).map(readFamily);
  return new Map(families);
}

function readFamily(lines: string): [name: string, family: Family] {
  const [, name, stability = ''] = /^(\S+) (?:\[(\w+)\])?/.exec(lines)!;
  const sample = /^[^#\s{]+\{(.*)\}/m.exec(lines)?.[1] ?? '';
  const labels = [...sample.matchAll(/(\w+)="/g)].map(([, label]) => label);
  return [name, { stability, labels: labels.filter((label) => label !== 'le').sort() }];
}

describe('the metrics of a release', () => {
  it.each<[release: string, has: Record<string, string>, hasNot: string[]]>([
    [
      '1.20',
      {
        apiserver_request_total: 'ALPHA',
        apiserver_request_duration_seconds: 'ALPHA',
        apiserver_longrunning_gauge: 'ALPHA component,group,resource,scope,subresource,verb,version',
        etcd_object_counts: 'ALPHA resource',
        apiserver_admission_step_admission_duration_seconds: 'ALPHA',
        apiserver_flowcontrol_request_concurrency_limit: 'ALPHA priority_level',
        apiserver_flowcontrol_request_execution_seconds: 'ALPHA flow_schema,priority_level',
      },
      [
        'apiserver_longrunning_requests',
        'apiserver_storage_objects',
        'apiserver_request_slo_duration_seconds',
        'apiserver_request_sli_duration_seconds',
        'apiserver_request_body_size_bytes',
        'apiserver_cache_list_total',
        'apiserver_flowcontrol_nominal_limit_seats',
        'authorization_attempts_total',
        'kubernetes_feature_enabled',
        'apiserver_resource_size_estimate_bytes',
      ],
    ],
    [
      '1.26',
      {
        apiserver_request_total: 'STABLE',
        apiserver_longrunning_requests: 'STABLE',
        apiserver_storage_objects: 'STABLE resource',
        apiserver_request_slo_duration_seconds: 'ALPHA',
        apiserver_request_sli_duration_seconds: 'ALPHA',
        apiserver_request_body_sizes: 'ALPHA resource,verb',
        apiserver_flowcontrol_nominal_limit_seats: 'ALPHA priority_level',
        kubernetes_feature_enabled: 'ALPHA name,stage',
      },
      ['apiserver_longrunning_gauge', 'etcd_object_counts', 'authorization_attempts_total', 'registered_metrics_total'],
    ],
    [
      '1.32',
      {
        apiserver_request_total: 'STABLE',
        apiserver_request_body_size_bytes: 'ALPHA resource,verb',
        apiserver_storage_size_bytes: 'STABLE storage_cluster_id',
        apiserver_flowcontrol_nominal_limit_seats: 'BETA priority_level',
        apiserver_nodeport_repair_reconcile_errors_total: 'ALPHA',
        kubernetes_feature_enabled: 'BETA name,stage',
      },
      ['apiserver_request_body_sizes', 'apiserver_longrunning_gauge', 'apiserver_resource_size_estimate_bytes'],
    ],
    [
      '1.36',
      {
        apiserver_resource_size_estimate_bytes: 'ALPHA group,resource',
        apiserver_request_body_size_bytes: 'ALPHA group,resource,verb',
        kubernetes_build_info: 'BETA',
        version_info: 'ALPHA binary,component,emulation,min_compat',
      },
      ['apiserver_clusterip_repair_reconcile_errors_total'],
    ],
  ])('have the families, stability and labels of %s [DEP-17]', async (release, has, hasNot) => {
    const families = await familiesOf(release);
    const found = Object.entries(has).map(([name, wanted]) => {
      const { stability, labels } = families.get(name) ?? { stability: 'none', labels: [] };
      return [name, wanted.includes(' ') ? `${stability} ${labels.join(',')}` : stability];
    });
    expect(Object.fromEntries(found)).toEqual(has);
    expect(hasNot.filter((name) => families.has(name))).toEqual([]);
  });

  it.each([
    ['1.23', '', true],
    ['1.24', '', false],
    ['1.24', '1.23', true],
  ])('show a deprecated name in %s with --show-hidden-metrics-for-version=%j: %s [DEP-26]', async (...row) => {
    const [release, shown, isThere] = row;
    expect((await familiesOf(release, shown)).has('apiserver_longrunning_gauge')).toBe(isThere);
  });
});
