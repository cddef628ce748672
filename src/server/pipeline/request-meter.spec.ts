import { MetricsRegistry, RequestMetrics } from '../../observability/index.js';
import { type ObservedAdmission, type ObservedRequest, parseRequestInfo } from '../../request/index.js';
import { FieldValidationMetrics } from './field-validation-metrics.js';
import { RequestMeter } from './request-meter.js';

const resource = { deprecation: undefined, subresources: new Set(), version: { declaration: {} } };

function requestOf(method: string, url: string, more: Partial<ObservedRequest> = {}): ObservedRequest {
  const [path, search] = url.split('?');
  const query = new URLSearchParams(search);
  const info = parseRequestInfo(method, path, query);
  const common = { info, query, response: { statusCode: 200 }, receivedAt: performance.now() - 2000, sentBytes: 0 };
  const served = info.isResourceRequest ? resource : undefined;
  return { ...common, resource: served, queuedMs: 0, isTerminated: false, ...more } as ObservedRequest;
}

async function countedOf(act: (meter: RequestMeter) => void): Promise<string[]> {
  const registry = new MetricsRegistry({ isWithoutProcess: true });
  act(new RequestMeter(new RequestMetrics(registry), new FieldValidationMetrics(registry)));
  return (await registry.expose()).split('\n');
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const MAP_LABELS = 'group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"';

describe('RequestMeter', () => {
  it('leaves time in queues and webhooks out of the service level', async () => {
    const request = requestOf('POST', MAPS, { receivedAt: performance.now() - 20_000, queuedMs: 9000 });
    const plugin = { name: 'ValidatingAdmissionWebhook' };
    const admission = { request, plugin, seconds: 9 } as ObservedAdmission;
    const lines = await countedOf((meter) => {
      meter.admitted(admission);
      meter.admitted({ ...admission, plugin: { name: 'LimitRanger' } });
      meter.admitted({ ...admission, plugin: undefined });
      meter.answered(request);
    });
    const name = `apiserver_request_sli_duration_seconds_bucket{component="apiserver",${MAP_LABELS}`;
    expect(lines).toContain(`${name},le="1.5"} 0`);
    expect(lines).toContain(`${name},le="8"} 1`);
    expect(lines).toContain(
      `apiserver_request_duration_seconds_bucket{component="apiserver",dry_run="",${MAP_LABELS},le="15"} 0`,
    );
  });

  it('counts bodies by resource and verb, and what the server gave up', async () => {
    const more = { bodyBytes: 60_000, isTerminated: true, response: { statusCode: 504 } } as Partial<ObservedRequest>;
    const lines = await countedOf((meter) => meter.answered(requestOf('DELETE', MAPS, more)));
    const name = '{resource="configmaps",verb="delete_collection"';
    expect(lines).toContain(`apiserver_request_body_size_bytes_bucket${name},le="50000"} 0`);
    expect(lines).toContain(`apiserver_request_body_size_bytes_bucket${name},le="150000"} 1`);
    expect(lines.find((line) => line.startsWith('apiserver_request_terminations_total{code="504"'))).toMatch(/ 1$/);
  });

  it('counts answers that were broken off', async () => {
    const lines = await countedOf((meter) => {
      meter.answered(requestOf('POST', MAPS, { isAborted: true }));
      meter.answered(requestOf('POST', MAPS));
    });
    expect(lines).toContain(`apiserver_request_aborts_total{${MAP_LABELS}} 1`);
  });

  it('counts pages of health checks by their path, without a component', async () => {
    const lines = await countedOf((meter) => {
      meter.answered(requestOf('GET', '/livez'));
      meter.answered(requestOf('GET', '/version'));
    });
    const rest = 'dry_run="",group="",resource="",scope=""';
    expect(lines).toContain(
      `apiserver_request_total{code="200",component="",${rest},subresource="/livez",verb="GET",version=""} 1`,
    );
    expect(lines).toContain(
      `apiserver_request_total{code="200",component="apiserver",${rest},subresource="",verb="GET",version=""} 1`,
    );
  });

  it.each([
    ['', ''],
    ['?fieldValidation=Strict', 'Strict'],
    ['?fieldValidation=Warn&dryRun=All', 'Warn'],
    ['?fieldValidation=strict', 'invalid'],
  ])('times %j by the field validation %j', async (search, value) => {
    const lines = await countedOf((meter) => meter.answered(requestOf('POST', MAPS + search)));
    expect(lines).toContain(`field_validation_request_duration_seconds_count{field_validation="${value}"} 1`);
  });
});
