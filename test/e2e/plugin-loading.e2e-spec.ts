import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { TSC, installPacked, run } from '../support/packed-package.js';
import { type TestAnswer, TestClient } from '../support/test-client.js';

const MAIN = resolve('dist/src/main.js');

/** A plugin as a third party ships it: JavaScript in its own folder, nothing installed beside it. */
const BUOY = `
import { Inject, Injectable } from '@nestjs/common';
import { ApiGroupPlugin, ApiType, Field, ObjectMeta, Stores, defineKind } from 'binnacle/plugin-api';
import { Min } from 'class-validator';

class Buoy {}
ApiType({ name: 'com.example.sea.v1.Buoy' })(Buoy);
Field(1, ObjectMeta)(Buoy.prototype, 'metadata');
Field(2, 'int32', { pointer: true })(Buoy.prototype, 'depth');
Min(1)(Buoy.prototype, 'depth');

class BuoyStrategy {
  constructor(stores) { this.stores = stores; }
  prepareForCreate(buoy) { buoy.metadata.labels = { knowsPods: String(this.stores.find('', 'pods') !== undefined) }; }
}
Injectable()(BuoyStrategy);
Inject(Stores)(BuoyStrategy, undefined, 0);

const versions = [{ name: 'v1', type: Buoy }];
const buoy = { kind: 'Buoy', plural: 'buoys', namespaced: false, versions, storageVersion: 'v1', strategy: BuoyStrategy };
export class SeaPlugin {}
ApiGroupPlugin({ group: 'sea.example.com', versions: ['v1'], kinds: [defineKind(buoy)] })(SeaPlugin);
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-plugins-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function writePlugin(name: string, source: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(path, 'index.js'), source);
  return path;
}

/** Runs the built server while `use` talks to it. */
async function withServer(
  plugins: readonly string[],
  use: (client: TestClient) => Promise<void>,
  main = MAIN,
): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const tokens = join(dataDir, 'tokens.csv');
  await writeFile(tokens, 'admin-token,admin,1,"system:masters"\n');
  const flags = ['--secure-port=0', `--token-auth-file=${tokens}`, `--data-dir=${dataDir}`];
  const cwd = resolve(dirname(main), '..', '..');
  const server = spawn(process.execPath, [main, ...flags, ...plugins.map((path) => `--plugins=${path}`)], { cwd });
  const ended = once(server, 'exit');
  try {
    const url = await urlOf(server);
    const ca = await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8');
    const client = new TestClient({ url, ca, token: 'admin-token' });
    await use(client);
    client.close();
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** Where the server says it listens; rejects with its output when it ends without saying so. */
async function urlOf({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  let output = '';
  stderr.on('data', (chunk) => (output += String(chunk)));
  for await (const chunk of stdout) {
    output += String(chunk);
    const url = /listens on (https:\S+)/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`the server has ended:\n${output}`);
}

describe('--plugins', () => {
  it("gives a plugin of another folder the running server's plugin API, and packages it does not bring", async () => {
    const plugin = await writePlugin('sea', BUOY);
    await withServer([plugin], async (client) => {
      const create = (depth: number): Promise<TestAnswer> =>
        client.post('/apis/sea.example.com/v1/buoys', { metadata: { name: 'north' }, depth });
      const refused = await create(0);
      expect(refused.body.message).toContain('depth: Invalid value: 0: must be greater than or equal to 1');
      const created = await create(5);
      expect(created.body.metadata.labels).toEqual({ knowsPods: 'true' });
    });
  });

  it('takes a folder of this package from the build', async () => {
    await withServer(['./plugins/example'], async (client) => {
      expect((await client.get('/apis/harbor.example.com/v1')).status).toBe(200);
    });
  });

  it('names everything that cannot be loaded, and starts nothing', async () => {
    const empty = await writePlugin('empty', 'export const nothing = 1;');
    const broken = await writePlugin('broken', `import 'no-such-package-anywhere';`);
    const dataDir = join(folder, 'unused');
    const flags = ['./missing', empty, broken].map((path) => `--plugins=${path}`);
    const { status, stderr } = spawnSync(process.execPath, [MAIN, `--data-dir=${dataDir}`, ...flags], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('./missing: there is no such file or folder');
    expect(stderr).toContain(`${empty}: exports no class decorated with @ApiGroupPlugin`);
    expect(stderr).toContain(`${broken}: Cannot find package 'no-such-package-anywhere' imported from ${broken}`);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });
});

/** A plugin with options, which says at its start what it was given. */
const LIGHT = `
import { ApiGroupPlugin, Flag, Inject, Max, MinLength } from 'binnacle/plugin-api';

class LightOptions {
  flashes = 6;
  towerPin = '';
}
Flag('int', { help: 'Flashes a minute.' })(LightOptions.prototype, 'flashes');
Max(60)(LightOptions.prototype, 'flashes');
Flag('string', { help: 'Key of the tower.', secret: true })(LightOptions.prototype, 'towerPin');
MinLength(4)(LightOptions.prototype, 'towerPin');

export class LightPlugin {
  constructor(options) { console.error('flashes', options.flashes, 'pin of', options.towerPin.length); }
}
Inject(LightOptions)(LightPlugin, undefined, 0);
ApiGroupPlugin({ group: 'light.example.com', versions: ['v1'], kinds: [], options: LightOptions })(LightPlugin);
`;

describe('the options of a plugin', () => {
  const wordsWith = (flags: readonly string[]): string[] => {
    return [MAIN, '--secure-port=0', `--data-dir=${join(folder, 'light-data')}`, ...flags];
  };
  const run = (flags: readonly string[], env: Record<string, string> = {}): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, wordsWith(flags), { encoding: 'utf8', env: { ...process.env, ...env } });

  it('are in the help, are checked, and reach the plugin', async () => {
    const plugin = await writePlugin('light', LIGHT);
    const help = run([`--plugins=${plugin}`, '--help']);
    expect(help.stdout).toMatch(/LightPlugin flags:\n +--light-flashes int +Flashes a minute\. \(default 6\)/);
    const refused = run([`--plugins=${plugin}`, '--light-flashes=61', '--light-colour=red'], {
      BINNACLE_LIGHT_TOWER_PIN: 'abc',
    });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('--light-flashes: flashes must not be greater than 60');
    expect(refused.stderr).toContain('--light-colour: unknown flag');
    expect(refused.stderr).toContain('--light-tower-pin: its value fails the rule minLength');
    expect(refused.stderr).not.toContain('abc');
    const config = join(folder, 'light.yaml');
    await writeFile(config, `plugins: ${plugin}\nlight-flashes: 7\n`);
    const env = { ...process.env, BINNACLE_LIGHT_TOWER_PIN: 'abcd' };
    const served = spawn(process.execPath, wordsWith([`--config=${config}`]), { env });
    let told = '';
    for await (const chunk of served.stderr.setEncoding('utf8')) {
      told += chunk as string;
      if (/flashes 7.*\n/.test(told)) break;
    }
    served.kill('SIGKILL');
    expect(told).toContain('flashes 7 pin of 4');
  });
});

/** The first block of code of a language below a heading of a document. */
async function blockOf(file: string, heading: string, language: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const below = text.slice(text.indexOf(heading));
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(below)![1];
}

describe('the package, as npm packs it', () => {
  let path: string;
  let installed: string;

  beforeAll(async () => {
    path = join(folder, 'greeting');
    await mkdir(path);
    installed = await installPacked(path);
  });

  it('can be run by its name, and carries types, documents and licence, and no tests', async () => {
    const { bin, types } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
      types: string;
    };
    const main = join(installed, bin.binnacle!);
    expect(await readFile(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect((await stat(main)).mode & 0o111).toBe(0o111);
    const files = await readdir(installed, { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining([normalize(types), 'LICENSE', 'README.md', 'docs/writing-a-plugin.md']),
    );
    expect(files.filter((name) => /\.spec\.|^(src|test|tools)$/.test(name))).toEqual([]);
    expect((await run(main, ['--version'])).stdout).toContain('1.32');
  });

  it('lets the plugin in one file be compiled with the settings that are documented, and serves it', async () => {
    await mkdir(join(path, 'src'));
    await writeFile(
      join(path, 'src', 'greeting.ts'),
      await blockOf('docs/library.md', '## A plugin in one file', 'ts'),
    );
    await writeFile(join(path, 'package.json'), '{ "type": "module", "exports": "./dist/greeting.js" }');
    await writeFile(join(path, 'tsconfig.json'), await blockOf('docs/writing-a-plugin.md', '## 6. Load it', 'json'));
    await run(process.execPath, [TSC], { cwd: path });
    await withServer(
      [path],
      async (client) => {
        while ((await client.get('/readyz')).status !== 200) await new Promise(setImmediate);
        const greeting = { metadata: { name: 'a' }, text: 'hello' };
        const created = await client.post('/apis/demo.example.com/v1/namespaces/default/greetings', greeting);
        expect([created.status, created.body.text]).toEqual([201, 'hello']);
      },
      join(installed, 'dist', 'src', 'main.js'),
    );
  });

  it('serves a plugin with nothing installed beside it, and the examples by their names', async () => {
    const plugin = await writePlugin('alone', BUOY.replaceAll('sea.', 'lake.'));
    await withServer(
      [plugin, 'plugins/example', 'plugins/example/quay'],
      async (client) => {
        for (const group of ['lake', 'harbor', 'quay']) {
          expect((await client.get(`/apis/${group}.example.com/v1`)).status).toBe(200);
        }
      },
      join(installed, 'dist', 'src', 'main.js'),
    );
  });

  it('is the library that starts a server in a program', async () => {
    const program = `${await blockOf('docs/library.md', '## A server in a program', 'ts')}\nconsole.log('over');\n`;
    await writeFile(join(path, 'start.js'), program);
    const { stdout } = await run(process.execPath, [join(path, 'start.js')]);
    expect(stdout).toMatch(/^https:\/\/127\.0\.0\.1:\d+[^]*\nover\n$/);
  });
});
