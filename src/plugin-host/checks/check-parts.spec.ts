import { Controller as NestController, Get, Module } from '@nestjs/common';
import { Widget } from '../../../test/fixtures/plugins/widget.v1.js';
import {
  AdmissionPlugin,
  ApiGroupPlugin,
  type ApiGroupPluginOptions,
  Inject,
  Injectable,
  QueueController,
  type QueueControllerParts,
  Stores,
  defineKind,
} from '../../plugin-api/index.js';
import { checkContributed } from './contribution-classes.js';
import { mistakesOf } from '../mistakes/index.js';
import type { PluginClass } from '../load/index.js';
import { readDeclarations } from './read-declarations.js';

const GROUP = { group: 'fixture.example.com', versions: ['v1'], kinds: [] };

class Refusing extends AdmissionPlugin {
  readonly name = 'refusing';
  handles = () => true;
}

class Counting extends QueueController {
  readonly name: string = 'counting';
  protected watch(): void {}
  protected async reconcile(): Promise<void> {}
}

@NestController('board')
class BoardController {
  @Get()
  board(): string {
    return '';
  }
}

function declare(options: object, base: abstract new () => object = Object): PluginClass {
  class HarborPlugin extends base {}
  ApiGroupPlugin({ ...GROUP, ...options } as ApiGroupPluginOptions)(HarborPlugin);
  return HarborPlugin;
}

const mistakesIn = (...plugins: PluginClass[]) => mistakesOf(() => void readDeclarations(plugins));

const CONTROLLER = 'expected a class that extends QueueController or Controller';

describe('readDeclarations()', () => {
  it.each<[string, object, string]>([
    [
      'undefined',
      { controllers: [Counting, undefined] },
      `controllers[1] is undefined; ${CONTROLLER}: files that import`,
    ],
    ['an object', { controllers: [{ validate: () => [] }] }, `controllers[0] is an object, no class; ${CONTROLLER}`],
    ['a function', { controllers: [() => 1] }, `controllers[0] is a function, no class; ${CONTROLLER}`],
    ['null', { startHooks: [null] }, 'startHooks[0] is null, no class; expected a class that extends StartHook'],
    [
      'no list',
      { controllers: Counting },
      'controllers is no list; name classes in it, such as controllers: [MyClass]',
    ],
    [
      'another role',
      { controllers: [Refusing] },
      `controllers[0]: Refusing extends AdmissionPlugin; ${CONTROLLER}; move it to admission`,
    ],
    [
      'a controller of Nest',
      { controllers: [BoardController] },
      `controllers[0]: BoardController is a controller of Nest; ${CONTROLLER}; routes come with a module in imports: @Module({ controllers: [BoardController] })`,
    ],
    ['a missing provider', { providers: [undefined] }, 'providers[0] is undefined; expected a class'],
    ['a missing import', { imports: [undefined] }, 'imports[0] is undefined; expected a class'],
  ])('names %s in the place of a class', (_what, options, text) => {
    expect(mistakesIn(declare(options))).toEqual([expect.stringContaining(`HarborPlugin: ${text}`)]);
  });

  it.each<[string, object, string]>([
    ['strategy', { strategy: 'none' }, 'its strategy is a string, no class; expected a class that implements Strategy'],
    ['review', { review: {} }, 'its review is an object, no class; expected a class that implements ReviewHandler'],
    [
      'handler',
      { subresources: [{ name: 'dock', verbs: ['get'], type: Widget, handler: undefined }] },
      'its handler of dock is undefined; expected a class that implements SubresourceHandler',
    ],
  ])('names a %s of a kind that is no class', (_what, definition, text) => {
    const kind = defineKind({
      kind: 'Widget',
      plural: 'widgets',
      versions: [{ name: 'v1', type: Widget }],
      ...definition,
    });
    expect(mistakesIn(declare({ kinds: [kind] }))).toEqual([expect.stringContaining(`HarborPlugin: Widget: ${text}`)]);
  });

  it('allows an object as a strategy', () => {
    const kind = defineKind({
      kind: 'Widget',
      plural: 'widgets',
      versions: [{ name: 'v1', type: Widget }],
      strategy: {},
    });
    expect(mistakesIn(declare({ kinds: [kind] }))).toEqual([]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('names a @Module that is applied %s the declaration', (_when, isFirst) => {
    class TwicePlugin {
      readonly isTwice = true;
    }
    const module = Module({ providers: [Refusing], controllers: [BoardController] });
    if (isFirst) module(TwicePlugin);
    ApiGroupPlugin({ ...GROUP, admission: [Refusing] })(TwicePlugin);
    if (!isFirst) module(TwicePlugin);
    expect(mistakesIn(TwicePlugin)).toEqual([
      expect.stringMatching(
        /^TwicePlugin: its @Module has controllers and providers, of which @ApiGroupPlugin takes no/,
      ),
    ]);
  });

  it('names a plugin that another one extends', () => {
    const base = declare({ admission: [Refusing] });
    Object.defineProperty(base, 'name', { value: 'BasePlugin' });
    expect(mistakesIn(declare({}, base as new () => object))).toContainEqual(
      expect.stringMatching(/^HarborPlugin: extends the plugin BasePlugin, whose kinds and parts it does not have/),
    );
  });

  it('names a plugin that has only the declaration of the one it extends', () => {
    class BasePlugin {
      readonly isBase = true;
    }
    ApiGroupPlugin({ ...GROUP, admission: [Refusing] })(BasePlugin);
    expect(mistakesIn(class QuayPlugin extends BasePlugin {})).toEqual([
      'QuayPlugin: extends the plugin BasePlugin and has no @ApiGroupPlugin of its own; give it one, and extend no plugin',
    ]);
  });

  it('names parameters of constructors that name no dependency', () => {
    class Hook {
      readonly name = 'hook';
      constructor(
        readonly named: Stores,
        readonly unnamed: unknown,
      ) {}
      async run(): Promise<void> {}
    }
    Inject(Stores)(Hook, undefined as never, 0);
    expect(mistakesIn(declare({ startHooks: [Hook] }))).toEqual([
      'HarborPlugin: Hook: parameter 2 of its constructor names nothing to inject, and would be undefined; put @Inject(…) before it',
    ]);
  });

  it('names them in classes that an imported module exports too', () => {
    class Hook {
      readonly name = 'hook';
      constructor(readonly unnamed: unknown) {}
      async run(): Promise<void> {}
    }
    class HookModule {
      readonly isImported = true;
    }
    const imported = { module: HookModule, providers: [Hook], exports: [Hook] };
    expect(mistakesIn(declare({ startHooks: [Hook], imports: [imported] }))).toEqual([
      expect.stringMatching(/^HarborPlugin: Hook: parameter 1 of its constructor names nothing to inject/),
    ]);
  });

  it.each([
    [undefined, '@ApiGroupPlugin: kinds is no list; give one, [] where there are none'],
    [[undefined], '@ApiGroupPlugin: kinds[0] is undefined; expected what defineKind returns'],
  ])('is not reached with kinds %j', (kinds, text) => {
    expect(() => declare({ kinds })).toThrow(text);
  });
});

describe('checkContributed()', () => {
  const NONE = { admission: [], writeHooks: [], startHooks: [], authenticators: [], authorizers: [], healthChecks: [] };

  it('names a contribution that cannot be called', () => {
    @Injectable()
    class Rules {
      validate(): string[] {
        return [];
      }
    }
    const parts = { ...NONE, controllers: [new Rules()] } as never;
    expect(checkContributed('HarborPlugin', parts)).toEqual([
      `HarborPlugin: controllers[0]: Rules has no name, start(), stop(), step(); ${CONTROLLER}`,
    ]);
  });

  it('takes functions that are members of the instance', () => {
    expect(checkContributed('HarborPlugin', { ...NONE, controllers: [], admission: [new Refusing()] })).toEqual([]);
  });
});

describe('QueueController', () => {
  it('refuses a subclass whose constructor passes no parts', () => {
    class Forgetful extends Counting {
      constructor(readonly own: object) {
        super(own as QueueControllerParts);
      }
    }
    const text = 'Forgetful: its constructor passes no QueueControllerParts to that of QueueController';
    expect(() => new Forgetful({})).toThrow(text);
    expect(new Forgetful({ stores: {} })).toMatchObject({ name: 'counting' });
  });
});
