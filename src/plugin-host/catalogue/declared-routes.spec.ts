import { All, Controller, Get, Module, Post } from '@nestjs/common';
import { ApiGroupPlugin } from '../../plugin-api/index.js';
import { declaredRoutes } from './declared-routes.js';

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
