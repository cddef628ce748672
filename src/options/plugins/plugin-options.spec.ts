import { IsIn, Max, Min, MinLength } from 'class-validator';
import { configSchema } from '../config-schema.js';
import type { Environment } from '../environment.js';
import { parseFlags, type ParsedOptions } from '../parse-options.js';
import { formatProblems } from '../problem.js';
import { shownFlags } from '../shown-flags.js';
import type { FindPlugins } from './found-plugins.js';
import { flagsOfPlugin } from './plugin-flags.js';
import type { FlagForm, PluginSettings } from './plugin-settings.js';

class Options {
  @Min(1) @Max(60) flashes = 6;
  @IsIn(['white', 'red']) colour = 'white';
  @MinLength(8, { message: 'is too short: $value' }) towerPin = '';
  rest = 90_000;
  towers: readonly string[] = [];
}

const option = (property: string, form: FlagForm, isSecret = false) => ({
  property,
  form,
  isSecret,
  help: `About ${property}.`,
});

const LIGHT: PluginSettings = {
  key: Options,
  plugin: 'LightPlugin',
  prefix: 'light',
  set: {
    prefix: 'light',
    type: Options,
    options: [
      option('flashes', 'int'),
      option('colour', 'string'),
      option('towerPin', 'string', true),
      option('rest', 'duration'),
      option('towers', 'strings'),
    ],
  },
  featureGates: { LightLaser: { stage: 'alpha', default: false }, LightHorn: { stage: 'beta', default: true } },
};

interface Sources {
  readonly environment?: Environment;
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: readonly PluginSettings[];
}

const PIN = ['--light-tower-pin=correct horse'];

const finderOf =
  (settings: readonly PluginSettings[]): FindPlugins =>
  (specifiers) =>
    Promise.resolve(specifiers.length > 0 ? settings : []);

function parse(argv: readonly string[], { environment = {}, files = {}, settings = [LIGHT] }: Sources = {}) {
  const readFile = (path: string): string => {
    if (!Object.hasOwn(files, path)) throw new Error('ENOENT');
    return files[path];
  };
  return parseFlags({ argv, environment, readFile }, { role: 'cluster', findPlugins: finderOf(settings) });
}

async function valuesOf(argv: readonly string[], sources?: Sources): Promise<object | undefined> {
  const parsed = await parse([...argv, ...PIN], sources);
  if (!('options' in parsed)) throw new Error(complaintsOf(parsed));
  return parsed.options.ofPlugins.optionsOf(Options);
}

const complaintsOf = (parsed: ParsedOptions): string => ('problems' in parsed ? formatProblems(parsed.problems) : '');

const complaints = async (argv: readonly string[], sources?: Sources): Promise<string> =>
  complaintsOf(await parse(argv, sources));

describe("a plugin's options", () => {
  it('come from flags, variables and the configuration file, in this order, wherever the plugin is named', async () => {
    const environment = { BINNACLE_LIGHT_COLOUR: 'red', BINNACLE_LIGHT_FLASHES: '7', BINNACLE_PLUGINS: './light' };
    const files = { 'c.yaml': 'light-flashes: 8\nlightRest: 2m\nlight-towers: [north, "a,b"]\n' };
    expect(await valuesOf(['--config=c.yaml', '--light-flashes', '9'], { environment, files })).toEqual({
      flashes: 9,
      colour: 'red',
      towerPin: 'correct horse',
      rest: 120_000,
      towers: ['north', 'a,b'],
    });
    const named = { 'c.yaml': 'plugins: ./light\nlight-flashes: 8\n' };
    expect(await valuesOf(['--config=c.yaml'], { files: named })).toMatchObject({ flashes: 8, colour: 'white' });
  });

  it('keep their defaults, and cannot be changed afterwards', async () => {
    const values = await valuesOf(['--plugins=./light']);
    expect(values).toMatchObject({ flashes: 6, rest: 90_000 });
    expect(Object.isFrozen(values)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['--light-flashes=0', '--light-flashes', 'flashes must not be less than 1'],
    ['--light-flashes=many', '--light-flashes', 'is not a whole number'],
    ['--light-colour=blue', '--light-colour', 'colour must be one of the following values'],
    ['--light-rest=long', '--light-rest', 'is not a duration'],
    ['--light-collour=red', '--light-collour', 'unknown flag\n       Did you mean --light-colour?'],
  ])('refuse %s', async (flag, name, reason) => {
    const text = await complaints(['--plugins=./light', flag, ...PIN]);
    expect(text).toContain(`error: ${name}: `);
    expect(text).toContain(reason);
  });

  it('are unknown without their plugin', async () => {
    expect(await complaints(['--light-flashes=3'])).toContain('--light-flashes: unknown flag');
    expect(await complaints([], { environment: { BINNACLE_LIGHT_FLASHES: '3' } })).toContain('unknown environment');
  });

  it('do not show a secret in the fault of its rule, in the help or among the shown flags', async () => {
    const text = await complaints(['--plugins=./light', '--light-tower-pin=hidden']);
    expect(text).toContain('--light-tower-pin: its value fails the rule minLength');
    expect(text).not.toContain('hidden');
    const parsed = await parse(['--plugins=./light', ...PIN]);
    const shown = Object.fromEntries('options' in parsed ? await shownFlags(parsed.options) : []);
    expect(shown).toMatchObject({ 'light-tower-pin': '[masked]', 'light-flashes': '6', 'light-rest': '1m30s' });
  });

  it('are part of the help, with the feature gates', async () => {
    const parsed = await parse(['--plugins=./light', '--help']);
    const help = 'help' in parsed ? parsed.help : '';
    expect(help).toMatch(/LightPlugin flags:\n +--light-flashes int +About flashes\. \(default 6\)/);
    expect(help).toMatch(/--light-rest duration +About rest\. \(default 1m30s\)/);
    expect(help).toContain('LightLaser=true|false (ALPHA - default=false)');
  });

  it('leave the help as it is where a plugin cannot be loaded, and say so', async () => {
    const findPlugins = (): Promise<never> => Promise.reject(new Error('no such file'));
    const sources = { argv: ['--plugins=./none', '--help'], environment: {}, readFile: () => '' };
    const parsed = await parseFlags(sources, { role: 'cluster', findPlugins });
    expect('help' in parsed && parsed.help).toContain('because one cannot be loaded: no such file');
  });

  it('are described by the schema of configuration files', () => {
    const { properties } = configSchema(flagsOfPlugin(LIGHT)) as { properties: Record<string, object> };
    expect(properties['light-flashes']).toMatchObject({ type: 'integer', default: 6 });
    expect(properties['light-tower-pin']).not.toHaveProperty('default');
  });

  it('refuse a word that would name a plugin and be the value of an option', async () => {
    const text = await complaints(['--plugins=./light', '--light-colour', '--plugins=./other', ...PIN]);
    expect(text).toContain('--plugins: is ambiguous');
  });

  it('are read again for a plugin that is loaded later', async () => {
    const files: Record<string, string> = { 'c.yaml': 'plugins: ./light\nlight-flashes: 8\n' };
    const parsed = await parse(['--config=c.yaml', ...PIN], { files });
    const ofPlugins = 'options' in parsed ? parsed.options.ofPlugins : undefined;
    class Next extends Options {}
    const next = { ...LIGHT, key: Next, set: { ...LIGHT.set!, type: Next } };
    files['c.yaml'] = 'plugins: ./light\nlight-flashes: 12\n';
    await ofPlugins!.install(next, Options);
    ofPlugins!.remove(Options);
    expect(ofPlugins!.optionsOf(Next)).toMatchObject({ flashes: 12 });
    files['c.yaml'] = 'plugins: ./light\nlight-flashes: 61\n';
    class Last extends Options {}
    const last = { ...LIGHT, key: Last, set: { ...LIGHT.set!, type: Last } };
    await expect(ofPlugins!.install(last, Next)).rejects.toThrow('must not be greater than 60');
    expect(ofPlugins!.optionsOf(Last)).toBeUndefined();
    const without = { ...LIGHT, key: Object, set: undefined };
    await expect(ofPlugins!.install(without, Next)).rejects.toThrow('unknown');
  });
});

describe("a plugin's feature gates", () => {
  const gatesOf = async (setting: string) => {
    const parsed = await parse(['--plugins=./light', `--feature-gates=${setting}`, ...PIN]);
    if (!('options' in parsed)) return complaintsOf(parsed);
    const { features } = parsed.options;
    return [features.enabled('LightLaser'), features.enabled('LightHorn')];
  };

  it.each<[string, boolean[]]>([
    ['', [false, true]],
    ['LightLaser=true', [true, true]],
    ['AllAlpha=true', [true, true]],
    ['AllBeta=false', [false, false]],
    ['AllBeta=false,LightHorn=true', [false, true]],
  ])('follow --feature-gates=%s', async (setting, expected) => {
    expect(await gatesOf(setting)).toEqual(expected);
  });

  it('are among the states that the metric shows', async () => {
    const parsed = await parse(['--plugins=./light', ...PIN]);
    const states = 'options' in parsed ? parsed.options.features.states() : [];
    expect(states).toContainEqual({ name: 'LightHorn', stage: 'Beta', isEnabled: true });
  });

  it('are unknown without their plugin', async () => {
    expect(await complaints(['--feature-gates=LightHorn=false'])).toContain('unrecognized feature gate: LightHorn');
    expect(await gatesOf('LightHron=false')).toContain('Did you mean LightHorn?');
  });

  it('warn or refuse as those of the server where they are ga', async () => {
    const ga = { LightHorn: { stage: 'ga', default: true, locked: true } } as const;
    const settings = [{ ...LIGHT, featureGates: ga }];
    const argv = ['--plugins=./light', '--feature-gates=LightHorn=false', ...PIN];
    expect(await complaints(argv, { settings })).toContain('cannot set feature gate LightHorn to false');
  });
});
