import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramProcess, generatePlugin, prepareServer } from '../support/dev-command.js';
import { TestClient } from '../support/test-client.js';

const PORTS = '/apis/ports.example.com/v1/namespaces/default/ports';
const HEAD = `import { ApiGroupPlugin, KindController, StartHook, WriteHook } from 'binnacle/plugin-api';
import { portKind } from './port/port.kind.js';
import { Port } from './port/port.v1.js';
`;

let folder: string;
let plugin: string;
let program: ProgramProcess;
let dataDir: string;

/** The module of the plugin with one contribution. */
const withPart = (point: string, name: string, members: string): string => `${HEAD}
class ${name} {
${members}
}
@ApiGroupPlugin({ group: 'ports.example.com', versions: ['v1'], kinds: [portKind], ${point}: [${name.split(' ')[0]}] })
export class PortsPlugin {}
`;

const hook = (run: string): string =>
  withPart(
    'startHooks',
    'FirstHook extends StartHook',
    `  readonly name = 'first';\n  async run(): Promise<void> { ${run} }`,
  );

async function develop(source: string): Promise<void> {
  await writeFile(join(plugin, 'src', 'ports.plugin.ts'), source);
  const prepared = await prepareServer(folder);
  dataDir = prepared.dataDir;
  program = new ProgramProcess(['dev', './src/index.ts', ...prepared.flags], plugin);
}

/** Creates a port without waiting for the response. */
async function create(): Promise<() => void> {
  await program.until(() => program.log.includes('kubectl get namespaces'));
  const url = /listens on (https:\S+)/.exec(program.log)![1];
  const ca = await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8');
  const client = new TestClient({ url, ca, token: 'admin-token' });
  client.post(PORTS, { metadata: { name: 'a' }, spec: { size: 1 } }).catch(() => undefined);
  return () => client.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-dev-'));
  plugin = await generatePlugin(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('SIGTERM to binnacle dev', () => {
  it('ends it while a controller hangs, and names what is left', async () => {
    const members = `  readonly name = 'hanging';
  readonly type = Port;
  async reconcileObject(): Promise<void> { console.log('reconciling'); await new Promise(() => {}); }`;
    await develop(withPart('controllers', 'Hanging extends KindController<Port>', members));
    const close = await create();
    await program.until(() => program.log.includes('reconciling'));
    expect(await program.end()).toBe(0);
    expect(program.log).toMatch(/controller.*hanging.*default\/a|hanging.*default\/a/);
    close();
  });

  it('ends it while a write hook hangs', async () => {
    const members = `  readonly name = 'hanging-hook';
  readonly writesOf = [{ type: Port }];
  async hook(): Promise<void> { console.log('hooked'); await new Promise(() => {}); }`;
    await develop(withPart('writeHooks', 'Hanging extends WriteHook', members));
    const close = await create();
    await program.until(() => program.log.includes('hooked'));
    expect(await program.end()).toBe(0);
    expect(program.log).toContain('hanging-hook');
    close();
  });

  it('ends it while a start hook hangs', async () => {
    await develop(hook(`console.log('started'); await new Promise(() => {});`));
    await program.until(() => program.log.includes('started'));
    expect(await program.end()).toBe(0);
  });
});

describe('binnacle dev of a plugin whose start hook', () => {
  it('fails shows its stack once, and tries again with the next change', async () => {
    await develop(hook(`throw new Error('the tide is out');`));
    await program.until(() => program.log.includes('The plugin is tried again when one of its files changes'));
    expect(program.log.match(/ports\.plugin\.ts:7:\d+/g)).toHaveLength(2);
    await writeFile(join(plugin, 'src', 'ports.plugin.ts'), hook(''));
    await program.until(() => program.log.includes('kubectl get namespaces'));
    expect(await program.end()).toBe(0);
  });

  it('hangs names it, gives up and tries again with the next change', async () => {
    await develop(hook('await new Promise(() => {});'));
    await program.until(() => program.log.includes('a start hook has not ended yet'));
    await program.until(() => program.log.includes('The plugin is tried again when one of its files changes'));
    expect(program.log).toContain('the start hook first failed: Error: it has not ended within 30 s');
    await writeFile(join(plugin, 'src', 'ports.plugin.ts'), hook(''));
    await program.until(() => program.log.includes('kubectl get namespaces'));
    expect(await program.end()).toBe(0);
  });
});
