import { isLongRunning, parseRequestInfo } from './parse-request-info.js';

function summarize(request: string): string {
  const [method, target] = request.split(' ');
  const [path, query] = target.split('?');
  const info = parseRequestInfo(method, path, new URLSearchParams(query));
  const { verb, group, version, namespace, resource, name, subresource } = info;
  if (!info.isResourceRequest) return `${verb} nonresource`;
  return `${verb} ${group || 'core'}/${version} ns=${namespace} ${resource}/${name}/${subresource}`;
}

describe('parseRequestInfo()', () => {
  it.each([
    ['GET /api/v1/pods', 'list core/v1 ns= pods//'],
    ['GET /api/v1/pods?watch=true', 'watch core/v1 ns= pods//'],
    ['GET /api/v1/pods?watch=0', 'list core/v1 ns= pods//'],
    ['GET /api/v1/namespaces/a/pods/b?watch=1', 'watch core/v1 ns=a pods/b/'],
    ['GET /api/v1/namespaces/a/pods/b/log?watch=1', 'get core/v1 ns=a pods/b/log'],
    ['PUT /api/v1/namespaces/a/pods/b?watch=1', 'update core/v1 ns=a pods/b/'],
    ['GET /api/v1/watch/pods', 'watch core/v1 ns= pods//'],
    ['GET /api/v1/namespaces/a/pods/b', 'get core/v1 ns=a pods/b/'],
    ['HEAD /api/v1/namespaces/a/pods/b', 'get core/v1 ns=a pods/b/'],
    ['GET /api/v1/namespaces/a/pods/b/log', 'get core/v1 ns=a pods/b/log'],
    ['POST /api/v1/namespaces/a/pods', 'create core/v1 ns=a pods//'],
    ['PUT /apis/apps/v1/namespaces/a/deployments/b/status', 'update apps/v1 ns=a deployments/b/status'],
    ['PATCH /apis/apps/v1/namespaces/a/deployments/b', 'patch apps/v1 ns=a deployments/b/'],
    ['DELETE /api/v1/namespaces/a/pods', 'deletecollection core/v1 ns=a pods//'],
    ['DELETE /api/v1/namespaces/a/pods/b', 'delete core/v1 ns=a pods/b/'],
    ['GET /api/v1/namespaces', 'list core/v1 ns= namespaces//'],
    ['GET /api/v1/namespaces/a', 'get core/v1 ns=a namespaces/a/'],
    ['PUT /api/v1/namespaces/a/finalize', 'update core/v1 ns=a namespaces/a/finalize'],
    ['GET /api/v1/pods?fieldSelector=metadata.name%3Db', 'list core/v1 ns= pods/b/'],
    ['GET /api/v1/pods?fieldSelector=metadata.name%21%3Db', 'list core/v1 ns= pods//'],
    ['GET /api/v1/pods?fieldSelector=metadata.name%3Db%2Fc', 'list core/v1 ns= pods//'],
    ['GET /api/v1/namespaces//pods', 'list core/v1 ns= pods//'],
    ['GET /api/v1//pods', 'get core/v1 ns= /pods/'],
    ['GET /api/v1/namespaces/a/pods//log', 'list core/v1 ns=a pods//log'],
    ['GET //api/v1/pods//', 'list core/v1 ns= pods//'],
    ['GET /apis//v1/pods', 'list core/v1 ns= pods//'],
    ['GET /apis//v1/pods/a', 'get core/v1 ns= pods/a/'],
    ['GET /api/v1/namespaces/../pods/.', 'get core/v1 ns=.. pods/./'],
    ['GET /api/v1', 'get nonresource'],
    ['GET /apis/apps/v1', 'get nonresource'],
    ['POST /healthz', 'post nonresource'],
  ])('reads %s', (request, expected) => {
    expect(summarize(request)).toBe(expected);
  });

  it.each([
    ['/api/v1/watch/pods', 'watch', 'watch'],
    ['/apis/apps/v1/watch/namespaces/a/deployments/b', 'watch', 'watch'],
    ['/api/v1/proxy/nodes/a', 'proxy', 'proxy'],
    ['/api/v1/watch', '', 'list'],
    ['/api/v1/pods', '', 'list'],
  ] as const)('finds the older spelling of the verb in %s: %j', (path, spelling, verb) => {
    expect(parseRequestInfo('GET', path, new URLSearchParams())).toMatchObject({ spelling, verb });
  });

  it.each([
    ['/api/v1/namespaces//pods', true],
    ['/apis/apps/v1/namespaces//deployments/a', true],
    ['/api/v1/watch/namespaces//pods', true],
    ['/api/v1/namespaces//status', true],
    ['/api/v1/namespaces/a/pods', false],
    ['/api/v1/pods/namespaces//a', false],
    ['/api/v1/namespaces/', false],
    ['/api/v1/pods', false],
  ])('knows whether %s goes through a namespace without a name', (path, expected) => {
    expect(parseRequestInfo('GET', path, new URLSearchParams()).hasEmptyNamespace).toBe(expected);
  });

  it.each([
    ['GET', '/api/v1/pods', 'watch=1', true],
    ['GET', '/api/v1/namespaces/a/pods/b/log', '', true],
    ['POST', '/api/v1/namespaces/a/pods/b/exec', '', true],
    ['GET', '/api/v1/pods', '', false],
  ])('knows whether %s %s?%s stays open', (method, path, query, expected) => {
    expect(isLongRunning(parseRequestInfo(method, path, new URLSearchParams(query)))).toBe(expected);
  });
});
