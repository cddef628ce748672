import type { FlagForm, PluginFeatureGate, PluginSettings } from './plugin-settings.js';
import { settingsFaults } from './settings-faults.js';

class Options {
  [property: string]: unknown;
  size = 1;
  shipSize = 1;
}

interface Declared {
  readonly prefix?: string;
  readonly options?: readonly (readonly [property: string, form: FlagForm, isSecret?: boolean])[];
  readonly gates?: Readonly<Record<string, unknown>>;
}

function settingsOf({ prefix = 'light', options = [['size', 'int']], gates = {} }: Declared): PluginSettings {
  const list = options.map(([property, form, isSecret = false]) => ({ property, form, isSecret, help: '' }));
  return {
    key: {},
    plugin: 'LightPlugin',
    prefix,
    set: { prefix, type: Options, options: list },
    featureGates: gates as Readonly<Record<string, PluginFeatureGate>>,
  };
}

const OTHER: PluginSettings = {
  ...settingsOf({ gates: { Taken: { stage: 'beta', default: true } } }),
  plugin: 'OtherPlugin',
};

describe('settingsFaults()', () => {
  it('finds no fault with what can be served', () => {
    expect(settingsFaults(settingsOf({ gates: { Laser: { stage: 'ga', default: true, locked: true } } }), [])).toEqual(
      [],
    );
  });

  it.each<[string, Declared, string]>([
    ['a prefix that is no name', { prefix: 'Light!' }, 'flags cannot begin with "Light!"'],
    ['no flags', { options: [] }, 'have no flags; decorate a member with @Flag'],
    ['a flag of the server', { prefix: 'secure', options: [['port', 'int']] }, 'the server has the flag --secure-port'],
    [
      'two options of one name',
      {
        options: [
          ['size', 'int'],
          ['size', 'int'],
        ],
      },
      'two options are --light-size',
    ],
    ['a default of another form', { options: [['size', 'string']] }, 'option size: its default is no string'],
    ['an unknown form', { options: [['size', 'colour' as FlagForm]] }, 'option size: its default is no colour'],
    ['a member without default', { options: [['width', 'int']] }, 'option width: its default is no int'],
    ['a member that is no name', { options: [['Size_2', 'int']] }, 'option Size_2: cannot be a flag'],
    ['a secret number', { options: [['size', 'int', true]] }, 'option size: a secret is a string or a file'],
    ['a gate of the server', { gates: { CRDValidationRatcheting: {} } }, 'the server has it'],
    ['the name of a stage', { gates: { AllAlpha: {} } }, 'feature gate "AllAlpha": the server has it'],
    ['a gate in lower case', { gates: { laser: {} } }, 'feature gate "laser": cannot be'],
    ['a stage that does not exist', { gates: { Laser: { stage: 'gamma' } } }, 'there is no stage "gamma"'],
    ['a gate without default', { gates: { Laser: { stage: 'beta' } } }, 'has no default'],
    ['a locked beta', { gates: { Laser: { stage: 'beta', default: true, locked: true } } }, 'only what is ga'],
  ])('finds %s', (_what, declared, fault) => {
    expect(settingsFaults(settingsOf(declared), []).join()).toContain(fault);
  });

  it('finds what another plugin has', () => {
    const faults = settingsFaults(settingsOf({ gates: { Taken: { stage: 'beta', default: true } } }), [OTHER]);
    expect(faults).toEqual([
      'LightPlugin: its flags begin with --light-, as those of OtherPlugin; set flagPrefix to another one',
      'LightPlugin: feature gate "Taken": OtherPlugin has it; rename one of them',
    ]);
  });

  it('finds a flag that another prefix leads to', () => {
    const other = { ...settingsOf({ prefix: 'light-ship', options: [['size', 'int']] }), plugin: 'OtherPlugin' };
    const own = settingsOf({ options: [['shipSize', 'int']] });
    expect(settingsFaults(own, [other])).toEqual([
      'LightPlugin: OtherPlugin has the flag --light-ship-size; rename it',
    ]);
  });
});
