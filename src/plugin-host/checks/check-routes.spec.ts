import { Controller, Get, Module } from '@nestjs/common';
import { ApiGroupPlugin } from '../../plugin-api/index.js';
import { checkRoutes } from './check-routes.js';
import { PluginError } from '../mistakes/index.js';
import { readDeclarations } from './read-declarations.js';

describe('checkRoutes()', () => {
  const checked = (path: string): string[] => checkRoutes('P', [{ method: 'GET', path }]);

  it.each(['/console', '/console/:name', '/a.b/c', '/my-api/v1', '/healthz2', '/~me/*'])('accepts %s', (path) => {
    expect(checked(path)).toEqual([]);
  });

  it.each([
    '/',
    '/api',
    '/api/v1/pods',
    '/apis/console',
    '/openapi/v2',
    '/openid/v1/jwks',
    '/.well-known/x',
    '/healthz',
    '/livez/x',
    '/readyz',
    '/metrics',
    '/metrics/slis',
    '/version',
    '/debug/pprof',
    '/logs',
    '/index.html',
    '/API/v1',
    '/Metrics',
  ])("rejects %s, which is the server's own", (path) => {
    expect(checked(path)).toEqual([
      expect.stringMatching(`^P: the route GET ${path} is below a path that is the server's own`),
    ]);
  });

  it.each(['/:anything', '/*', '/{*rest}', '/a(b)', '/%61pi', '/./x', '/../x', '/.hidden', '/a b', '/ä'])(
    'rejects %s, which does not begin with a plain name',
    (path) => {
      expect(checked(path)).toEqual([expect.stringContaining('begins with a parameter, a wildcard')]);
    },
  );
});

describe('readDeclarations()', () => {
  it('names routes that a plugin must not bring', () => {
    @Controller('apis')
    class ApisController {
      @Get('three')
      three(): void {}
    }

    @Module({ controllers: [ApisController] })
    class ApisModule {}

    @ApiGroupPlugin({ group: 'a.example.com', versions: ['v1'], kinds: [], imports: [ApisModule] })
    class GreedyPlugin {}

    expect(() => readDeclarations([GreedyPlugin])).toThrow(PluginError);
    expect(() => readDeclarations([GreedyPlugin])).toThrow('GreedyPlugin: the route GET /apis/three is below');
  });
});
