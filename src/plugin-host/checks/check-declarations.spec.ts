import { Controller, Get } from '@nestjs/common';
import { HarborPlugin } from '../../../plugins/example/index.js';
import * as wrong from '../../../test/fixtures/plugins/index.js';
import { ApiGroupPlugin, type KindDefinition, defineKind } from '../../plugin-api/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import { BUILT_IN_PLUGINS } from '../../plugins.js';
import { mistakesOf, PluginError, rememberSource } from '../mistakes/index.js';
import type { PluginClass } from '../load/index.js';
import { readDeclarations } from './read-declarations.js';

const CASES: readonly (readonly [PluginClass, readonly string[]])[] = [
  [
    wrong.DuplicateKindPlugin,
    [
      'DuplicateKindPlugin: kind "Widget" of group "fixture.example.com" is already brought by DuplicateKindPlugin; rename or remove it',
      'DuplicateKindPlugin: resource "widgets" of group "fixture.example.com" is already brought by DuplicateKindPlugin; rename or remove it',
    ],
  ],
  [
    wrong.MissingConversionPlugin,
    ['MissingConversionPlugin: Widget/v2: has no conversion; give one with toHub and fromHub (v1 is the hub)'],
  ],
  [
    wrong.HalfAConversionPlugin,
    ['HalfAConversionPlugin: Widget/v2: has no conversion; give one with toHub and fromHub (v1 is the hub)'],
  ],
  [
    wrong.HubConversionPlugin,
    ['HubConversionPlugin: Widget/v1: the storage version is the hub and needs no conversion; remove it'],
  ],
  [
    wrong.UnknownStorageVersionPlugin,
    [
      'UnknownStorageVersionPlugin: Widget: storage version "v2" is not one of its versions (v1)',
      'UnknownStorageVersionPlugin: Widget/v1: has no conversion; give one with toHub and fromHub (v2 is the hub)',
    ],
  ],
  [
    wrong.ForeignVersionPlugin,
    ['ForeignVersionPlugin: Widget: version "v1" is not among the group\'s versions (v2); add it there'],
  ],
  [wrong.MalformedVersionPlugin, ['MalformedVersionPlugin: version "1.0" is malformed; use forms like v1, v1beta1']],
  [wrong.NoVersionsPlugin, ['NoVersionsPlugin: group "fixture.example.com" names no versions; list at least one']],
  [wrong.KindWithoutVersionsPlugin, ['KindWithoutVersionsPlugin: Widget: has no versions; declare at least one']],
  [wrong.RepeatedVersionPlugin, ['RepeatedVersionPlugin: Widget: version "v1" is declared twice; remove one']],
  [
    wrong.DuplicateSubresourcePlugin,
    [
      'DuplicateSubresourcePlugin: Widget: subresource "status" is declared twice; remove one',
      'DuplicateSubresourcePlugin: Widget/v1: hasStatus is set but there is no "status" field',
    ],
  ],
  [
    wrong.StatusWithoutFieldPlugin,
    ['StatusWithoutFieldPlugin: Widget/v1: hasStatus is set but there is no "status" field'],
  ],
  [
    wrong.MalformedNamesPlugin,
    [
      'MalformedNamesPlugin: widget: kind "widget" must be in PascalCase',
      'MalformedNamesPlugin: widget: plural "Wid-gets" must be lower-case letters and digits',
    ],
  ],
  [wrong.NoApiTypePlugin, ['NoApiTypePlugin: Widget/v1: its type is no class with @ApiType; decorate it']],
  [wrong.NoMetadataPlugin, ['NoMetadataPlugin: Widget/v1: has no "metadata" field; extend KubernetesObject']],
  [
    wrong.SharedNumbersPlugin,
    [
      'SharedNumbersPlugin: Widget/v1: com.example.fixture.v1.Part.right: field "left" has the number 1 too; use another one',
    ],
  ],
  [
    wrong.SharedTypeNamePlugin,
    [
      'SharedTypeNamePlugin: Spec of Widget/v2 and OldSpec of Widget/v1 both have the type name "com.example.fixture.v1.Spec"; give each class one of its own in @ApiType',
    ],
  ],
  [
    wrong.ImpossibleGroupPlugin,
    ['ImpossibleGroupPlugin: group "Fixture Example" cannot be; use a domain such as harbor.example.com'],
  ],
  [
    wrong.UnknownVerbsPlugin,
    [
      'UnknownVerbsPlugin: Widget: there is no verb "read"; use create, delete, deletecollection, get, list, patch, update, watch',
    ],
  ],
  [
    wrong.WrongFieldsPlugin,
    [
      'WrongFieldsPlugin: Widget/v1: com.example.fixture.v1.Crooked.zero: 0 is no protobuf field number; use one from 1 to 536870911, not 19000 to 19999',
      'WrongFieldsPlugin: Widget/v1: com.example.fixture.v1.Crooked.one: its default "one" is not int32; give one of the field\'s type',
    ],
  ],
  [
    wrong.UnknownGatePlugin,
    ['UnknownGatePlugin: Widget/v1: there is no feature gate "NoSuchGate"; declare it in featureGates, or remove it'],
  ],
  [wrong.UndecoratedPlugin, ['UndecoratedPlugin: is not decorated with @ApiGroupPlugin']],
];

/** The mistakes of plugins, without their places in the fixtures. */
function mistakesIn(...plugins: PluginClass[]): readonly string[] {
  const mistakes = mistakesOf(() => void readDeclarations(plugins));
  return mistakes.map((mistake) => mistake.replace(/ \(\S+:\d+:\d+\)$/, ''));
}

describe('readDeclarations()', () => {
  it.each(CASES.map(([plugin, mistakes]) => ({ name: plugin.name, plugin, mistakes })))(
    'says what is wrong with $name',
    ({ plugin, mistakes }) => {
      expect(mistakesIn(plugin)).toEqual(mistakes);
    },
  );

  it('has a case for every fixture', () => {
    expect(CASES.map(([plugin]) => plugin.name).sort()).toEqual(Object.keys(wrong).sort());
  });

  it('names the mistakes of all plugins together', () => {
    const error = new PluginError(mistakesIn(wrong.NoMetadataPlugin, wrong.UndecoratedPlugin));
    expect(error.message).toContain('NoMetadataPlugin: Widget/v1: has no "metadata" field');
    expect(error.message).toContain('UndecoratedPlugin: is not decorated');
  });

  it('finds a kind that two plugins bring', () => {
    const [first] = mistakesIn(wrong.StatusWithoutFieldPlugin, wrong.UnknownStorageVersionPlugin).slice(-2);
    expect(first).toBe(
      'UnknownStorageVersionPlugin: kind "Widget" of group "fixture.example.com" is already brought by StatusWithoutFieldPlugin; rename or remove it',
    );
  });

  it('finds every name and route that several plugins bring, those of a plugin with conflicts too', () => {
    const { versions } = declarationOf(wrong.StatusWithoutFieldPlugin)!.kinds[0];
    const plugin = (name: string, routes: string[], ...kinds: Partial<KindDefinition>[]): PluginClass => {
      const declared = kinds.map((names) => defineKind({ versions, ...names } as never));
      const imports = routes.map((path) => {
        class Pages {
          page(): void {}
        }
        Get()(Pages.prototype, 'page', Object.getOwnPropertyDescriptor(Pages.prototype, 'page')!);
        Controller(path)(Pages);
        const module = class {
          readonly isModule = true;
        };
        return { module, controllers: [Pages] };
      });
      const made = class {
        readonly isPlugin = true;
      };
      Object.defineProperty(made, 'name', { value: name });
      ApiGroupPlugin({ group: 'a.example.com', kinds: declared, imports })(made);
      return made;
    };
    const first = plugin('First', ['pages'], { kind: 'Ship', plural: 'ships', shortNames: ['sh'] });
    const second = plugin('Second', ['pages'], { kind: 'Ship', plural: 'vessels', shortNames: ['sh', 'vs'] });
    const third = plugin('Third', [], { kind: 'Vessel', plural: 'ships', shortNames: ['vs'] });
    const place = 'of group "a.example.com" is already brought by';
    expect(mistakesIn(first, second, third)).toEqual([
      `Second: kind "Ship" ${place} First; rename or remove it`,
      `Second: short name "sh" ${place} First; rename or remove it`,
      `Third: resource "ships" ${place} First; rename or remove it`,
      `Third: short name "vs" ${place} Second; rename or remove it`,
      'Second and First both bring routes below /pages; rename one of them',
    ]);
  });

  it('finds two plugins of one name', () => {
    const other = class extends wrong.UnknownVerbsPlugin {};
    Object.defineProperty(other, 'name', { value: 'MissingConversionPlugin' });
    expect(mistakesIn(wrong.MissingConversionPlugin, other)).toContain(
      'MissingConversionPlugin: two plugins have this name, which identifies them in messages and logs; rename one of the classes',
    );
  });

  it('finds a plugin that another copy of the library has made', () => {
    class CopiedPlugin {
      readonly isCopied = true;
    }
    const [marker] = Object.getOwnPropertySymbols(HarborPlugin).filter((s) => s.description === 'binnacle.plugin');
    Object.defineProperty(CopiedPlugin, marker, { value: { group: 'a.example.com', versions: ['v1'], kinds: [] } });
    expect(mistakesIn(CopiedPlugin)).toEqual([
      'CopiedPlugin: was declared with another copy of binnacle; import binnacle/plugin-api from outside the bundle, not a copy inside it',
    ]);
  });

  it('names where a plugin was loaded from', () => {
    class LoadedPlugin {
      readonly isLoaded = true;
    }
    rememberSource(LoadedPlugin, './ships/index.js');
    expect(mistakesIn(LoadedPlugin)).toEqual([
      'LoadedPlugin (./ships/index.js): is not decorated with @ApiGroupPlugin',
    ]);
  });

  it('finds nothing wrong with the built-in plugins and the example', () => {
    expect(mistakesIn(...BUILT_IN_PLUGINS, HarborPlugin)).toEqual([]);
  });
});
