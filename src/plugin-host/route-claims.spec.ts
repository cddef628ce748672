import { All, Controller, Get, Module, Post } from '@nestjs/common';
import { ApiGroupPlugin } from '../plugin-api/index.js';
import { declaredRoutes } from './declared-routes.js';
import { PluginError } from './plugin-error.js';
import { readDeclarations } from './plugin-host.js';
import { RouteClaims, checkRoutes } from './route-claims.js';

@Controller(['one', '/two/'])
class TwoPathsController {
  @Get()
  root(): void {}

  @Post(['a', '/b/:c'])
  both(): void {}

  @All('files/*')
  files(): void {}

  notRouted(): void {}
}

@Controller()
class BareController {
  @Get('three')
  three(): void {}
}

@Controller('four')
class LaterController extends BareController {}

@Module({ controllers: [BareController] })
class BareModule {}

@Module({ imports: [BareModule, { module: BareModule, controllers: [LaterController] }] })
class OuterModule {}

@Module({ imports: [{ forwardRef: () => OuterModule }] })
class CircularModule {}

const plugin = { group: 'a.example.com', versions: ['v1'], kinds: [] };

@ApiGroupPlugin({
  ...plugin,
  imports: [CircularModule, { module: BareModule, controllers: [TwoPathsController] }],
})
class RoutedPlugin {}

@ApiGroupPlugin({ ...plugin, imports: [RoutedPlugin, Promise.resolve({ module: BareModule })] })
class DependentPlugin {}

describe('declaredRoutes()', () => {
  it('finds the routes of every module a plugin imports, by all their paths', () => {
    const routes = declaredRoutes(RoutedPlugin).map(({ method, path }) => `${method} ${path}`);
    expect(routes.sort()).toEqual([
      'ALL /one/files/*',
      'ALL /two/files/*',
      'GET /four/three',
      'GET /one',
      'GET /three',
      'GET /two',
      'POST /one/a',
      'POST /one/b/:c',
      'POST /two/a',
      'POST /two/b/:c',
    ]);
  });

  it('leaves out other plugins, and what is not known yet', () => {
    expect(declaredRoutes(DependentPlugin)).toEqual([]);
  });
});

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
    class ApisController extends BareController {}

    @Module({ controllers: [ApisController] })
    class ApisModule {}

    @ApiGroupPlugin({ ...plugin, imports: [ApisModule] })
    class GreedyPlugin {}

    expect(() => readDeclarations([GreedyPlugin])).toThrow(PluginError);
    expect(() => readDeclarations([GreedyPlugin])).toThrow('GreedyPlugin: the route GET /apis/three is below');
  });
});

describe('RouteClaims', () => {
  const get = (...paths: string[]) => paths.map((path) => ({ method: 'GET', path }));

  it('knows the paths below what is claimed, for as long as it is', () => {
    const claims = new RouteClaims();
    expect(claims.ownerOf('/a')).toBeUndefined();
    const release = claims.claim(TwoPathsController, get('/a/:b', '/a', '/c/d*'));
    claims.claim(BareController, get('/b'));
    expect(['/a', '/a/x/y', '/c', '/b'].map((path) => claims.ownerOf(path))).toEqual([
      ...Array<unknown>(3).fill(TwoPathsController),
      BareController,
    ]);
    expect(['/', '/A', '/ab', '//a', '/x/a', ''].filter((path) => claims.ownerOf(path))).toEqual([]);
    expect(claims.paths().sort()).toEqual(['/a', '/a/', '/b', '/c/']);
    release();
    expect(claims.ownerOf('/a')).toBeUndefined();
    expect(claims.paths()).toEqual(['/b']);
  });

  it('gives a name to one owner only, and nothing to one who misses some', () => {
    const claims = new RouteClaims();
    claims.claim(TwoPathsController, get('/a/x'));
    expect(() => claims.claim(BareController, get('/b', '/a/y'))).toThrow(
      'BareController and TwoPathsController both bring routes below /a; rename one of them',
    );
    expect(claims.ownerOf('/b')).toBeUndefined();
  });
});
