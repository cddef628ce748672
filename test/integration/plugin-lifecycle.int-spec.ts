import { Inject, Module } from '@nestjs/common';
import { ApiGroupPlugin, HealthCheck } from '../../src/plugin-api/index.js';
import { DiaryPlugin, diary, failing } from '../fixtures/plugins/diary.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const START = ['init', 'bootstrap, served', 'start hook, served'];
/** At its end a plugin that is uninstalled is not served any more; one whose server closes is. */
const UNINSTALLED = ['module destroyed', 'destroy', 'before shutdown', 'shutdown'];
const CLOSED = ['module destroyed', 'destroy, served', 'before shutdown, served', 'shutdown, served'];

let server: TestServer;

async function isServed(): Promise<boolean> {
  return (await server.client.get('/apis/diary.example.com')).status === 200;
}

const instanceNumber = async (): Promise<unknown> => (await server.client.get('/diary')).body.number;

beforeEach(() => {
  diary.length = 0;
  delete failing.at;
});

describe('a plugin of the start', () => {
  beforeEach(async () => {
    server = await startTestServer({ plugins: [DiaryPlugin] });
    await server.ready;
  });

  afterEach(() => server.close());

  it("has its lifecycle hooks run with the server's", async () => {
    expect(diary).toEqual(START);
    diary.length = 0;
    await server.close();
    expect(diary.sort()).toEqual([...CLOSED].sort());
  });

  it('has the hooks of its end run when it is uninstalled, and not once more', async () => {
    diary.length = 0;
    await server.uninstall(DiaryPlugin);
    expect(await isServed()).toBe(false);
    await server.close();
    expect(diary.sort()).toEqual([...UNINSTALLED].sort());
  });
});

describe('a plugin that is installed later', () => {
  beforeEach(async () => {
    server = await startTestServer();
    await server.ready;
  });

  afterEach(() => server.close());

  it('has the hooks of its start run around its installation', async () => {
    await server.install(DiaryPlugin);
    expect(diary).toEqual(START);
    expect(await isServed()).toBe(true);
  });

  it('has the hooks of its end run in their order, each once, when the server closes', async () => {
    await server.install(DiaryPlugin);
    diary.length = 0;
    await server.close();
    expect(diary.filter((entry) => entry !== 'module destroyed')).toEqual(CLOSED.slice(1));
    expect(diary).toHaveLength(CLOSED.length);
  });

  it("ends alone when it is uninstalled: what it injected remains the server's", async () => {
    await server.install(DiaryPlugin);
    diary.length = 0;
    await server.uninstall(DiaryPlugin);
    expect(diary.filter((entry) => entry !== 'module destroyed')).toEqual(UNINSTALLED.slice(1));
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'after' } };
    expect((await server.client.post('/api/v1/namespaces/default/configmaps', map)).status).toBe(201);
    expect((await server.client.get('/readyz')).status).toBe(200);
  });

  it('comes back with instances of its own', async () => {
    await server.install(DiaryPlugin);
    const first = await instanceNumber();
    await server.uninstall(DiaryPlugin);
    expect((await server.client.get('/diary')).status).toBe(404);
    await server.install(DiaryPlugin);
    expect(await instanceNumber()).toBe(Number(first) + 1);
  });

  it('is installed once where two ask for it', async () => {
    const [first, second] = await Promise.allSettled([server.install(DiaryPlugin), server.install(DiaryPlugin)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(diary).toEqual(START);
    expect(await isServed()).toBe(true);
  });

  it.each([
    ['init', ['init', ...UNINSTALLED]],
    ['bootstrap', ['init', 'bootstrap, served', ...UNINSTALLED]],
  ])('is not installed where its hook fails at %s, and ends', async (at, entries) => {
    failing.at = at;
    await expect(server.install(DiaryPlugin)).rejects.toThrow(`no ink at ${at}`);
    expect([...diary].sort()).toEqual([...entries].sort());
    expect(await isServed()).toBe(false);
    delete failing.at;
    await server.install(DiaryPlugin);
    expect(await isServed()).toBe(true);
  });
});

describe('a plugin whose parts are in modules that it imports', () => {
  class Barometer {
    readonly reading = 'falling';
  }

  class WeatherCheck extends HealthCheck {
    static created = 0;
    readonly name = 'weather';

    constructor(private readonly barometer: Barometer) {
      super();
      WeatherCheck.created++;
    }

    check(): void {
      if (this.barometer.reading === 'falling') throw new Error('a storm comes');
    }
  }
  Inject(Barometer)(WeatherCheck, undefined as never, 0);

  const parts = { providers: [Barometer, WeatherCheck], exports: [WeatherCheck] };

  class WeatherModule {
    readonly isDecorated = false;
  }

  class DecoratedModule {
    readonly isDecorated = true;
  }
  Module(parts)(DecoratedModule);

  it.each([
    ['a class', DecoratedModule],
    ['one with parts', { module: WeatherModule, ...parts }],
  ])('has one instance of each (%s)', async (_what, imported) => {
    @ApiGroupPlugin({
      group: 'weather.example.com',
      versions: ['v1'],
      kinds: [],
      imports: [imported],
      healthChecks: [WeatherCheck],
    })
    class WeatherPlugin {}
    WeatherCheck.created = 0;
    server = await startTestServer();
    try {
      await server.install(WeatherPlugin);
      expect((await server.client.get('/readyz/weather')).status).toBe(500);
      expect(WeatherCheck.created).toBe(1);
    } finally {
      await server.close();
    }
  });
});

describe('a server whose plugin cannot begin', () => {
  it('does not start, and says why', async () => {
    failing.at = 'init';
    await expect(startTestServer({ plugins: [DiaryPlugin] })).rejects.toThrow('no ink at init');
  });

  it('names the plugin whose class cannot be created, and where that was thrown', async () => {
    class Inkwell {
      readonly isFull: boolean = false;

      constructor() {
        throw new Error('no ink at all');
      }
    }
    @ApiGroupPlugin({ group: 'ink.example.com', versions: ['v1'], kinds: [], providers: [Inkwell] })
    class InkPlugin {}
    const text = /InkPlugin: its classes cannot be created: no ink at all \(.*plugin-lifecycle\.int-spec\.ts:\d+:\d+\)/;
    await expect(startTestServer({ plugins: [InkPlugin] })).rejects.toThrow(text);
  });
});
