import { OptionsError, PluginError } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import { ApiGroupPlugin, Flag } from '../../src/plugin-api/index.js';
import type { PluginClass } from '../../src/plugin-host/index.js';
import { LIGHT_DECLARATION, LightOptions, LightPlugin } from '../fixtures/plugins/lighthouse.plugin.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';

const PIN = 'correct horse';
const VALUES = { light: { flashes: 9, towerPin: PIN } };

let server: TestServer | undefined;
const lines: string[] = [];

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  lines.length = 0;
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
  server = await startTestServer({ plugins: [LightPlugin], pluginOptions: VALUES, logger, ...options });
  return server;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const read = async (): Promise<unknown> => (await server!.client.get('/light')).body;
const metrics = async (): Promise<string> => (await server!.client.get('/metrics')).text;

/** Another version of the plugin. */
function nextLight(declared: object = {}): PluginClass {
  const NextLightPlugin = class NextLightPlugin {
    readonly isNext = true;
  };
  ApiGroupPlugin({ ...LIGHT_DECLARATION, ...declared })(NextLightPlugin);
  return NextLightPlugin;
}

describe('the settings of a plugin', () => {
  it('are injected: options with their values, feature gates, metrics and a logger of its own', async () => {
    await start({ api: { featureGates: { LighthouseLaser: true } } });
    expect(await read()).toMatchObject({ flashes: 9, colour: 'white', horn: true, rest: 90_000, laser: true });
    const text = await metrics();
    expect(text).toContain('\nlight_readings_total 1\n');
    expect(text).toContain('kubernetes_feature_enabled{name="LighthouseLaser",stage="ALPHA"} 1');
    const line = lines
      .map((each) => JSON.parse(each) as Record<string, unknown>)
      .find(({ msg }) => msg === 'the light was read');
    expect(line).toMatchObject({ plugin: 'LightPlugin' });
  });

  it('show no secret at /flagz, nor in the log', async () => {
    await start({ api: { featureGates: { ComponentFlagz: true } } });
    const { text } = await server!.client.request('GET', '/flagz', { headers: { accept: 'text/plain' } });
    expect(text).toMatch(/light-tower-pin[:= ]+\[masked\]\n/);
    expect(text).toMatch(/light-flashes[:= ]+9\n/);
    expect(text + lines.join('')).not.toContain(PIN);
  });

  it('show no secret in the object of /flagz', async () => {
    await start({ api: { emulatedRelease: '1.36' } });
    const headers = { accept: 'application/json;v=v1beta1;g=config.k8s.io;as=Flagz' };
    const { text, body } = await server!.client.request('GET', '/flagz', { headers });
    expect(body.flags).toMatchObject({ 'light-tower-pin': '[masked]', 'light-flashes': '9' });
    expect(text).not.toContain(PIN);
  });

  it.each<[string, TestServerOptions, string]>([
    [
      'a value that a rule refuses',
      { pluginOptions: { light: { flashes: 0, towerPin: PIN } } },
      '--light-flashes: flashes must not be less than 1',
    ],
    [
      'a value of another type',
      { pluginOptions: { light: { flashes: '9', towerPin: PIN } } },
      '--light-flashes: is no int',
    ],
    ['an unknown option', { pluginOptions: { light: { flashs: 9 } } }, 'pluginOptions.light.flashs: unknown option'],
    ['options of no plugin', { pluginOptions: { ...VALUES, lihgt: {} } }, 'pluginOptions.lihgt: no plugin has options'],
  ])('refuse %s', async (_what, options, reason) => {
    const error: unknown = await start(options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionsError);
    expect(String(error)).toContain(reason);
  });

  it('refuse a feature gate and a flag that the server has', async () => {
    class Taken {
      @Flag('int', { help: '' }) port = 1;
    }
    const gates = { CRDValidationRatcheting: { stage: 'beta', default: true } };
    const plugin = nextLight({ options: Taken, flagPrefix: 'secure', featureGates: gates });
    const error: unknown = await start({ plugins: [plugin], pluginOptions: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PluginError);
    expect(String(error)).toContain('the server has the flag --secure-port');
    expect(String(error)).toContain('feature gate "CRDValidationRatcheting": the server has it');
  });

  it('go with the plugin, and come with it', async () => {
    await start();
    await read();
    await server!.uninstall(LightPlugin);
    expect(await metrics()).not.toMatch(/light_readings|LighthouseLaser/);
    await expect(server!.install(LightPlugin, { flashes: 70 })).rejects.toThrow('must not be greater than 60');
    await server!.install(LightPlugin, { flashes: 11, towerPin: PIN });
    expect(await read()).toMatchObject({ flashes: 11 });
    expect(await metrics()).toContain('\nlight_readings_total 1\n');
  });

  it('follow a plugin that is replaced; one that is refused changes nothing', async () => {
    await start();
    await read();
    class Brighter extends LightOptions {
      @Flag('int', { help: 'Lamps.' }) lamps = 2;
    }
    const module = { imports: LIGHT_DECLARATION.imports };
    const wrong = nextLight({ ...module, featureGates: { AllAlpha: { stage: 'alpha', default: true } } });
    await expect(server!.replace(LightPlugin, wrong)).rejects.toThrow('the server has it');
    expect(await read()).toMatchObject({ flashes: 9 });
    const next = nextLight({
      imports: [],
      options: Brighter,
      featureGates: { LighthouseMirror: { stage: 'beta', default: true } },
    });
    await server!.replace(LightPlugin, next);
    const text = await metrics();
    expect(text).toContain('kubernetes_feature_enabled{name="LighthouseMirror",stage="BETA"} 1');
    expect(text).not.toMatch(/light_readings|LighthouseLaser/);
  });
});
