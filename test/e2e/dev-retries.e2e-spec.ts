import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramProcess, generatePlugin, prepareServer } from '../support/dev-command.js';

const WAITS = 'The plugin is tried again when one of its files changes';

let folder: string;
let entry: string;
let right: string;
let program: ProgramProcess;

/** Runs `binnacle dev` of the plugin as its files are. */
async function develop(): Promise<void> {
  const { flags } = await prepareServer(folder);
  program = new ProgramProcess(['dev', './src/index.ts', ...flags], join(folder, 'ports'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-dev-'));
  entry = join(await generatePlugin(folder), 'src', 'index.ts');
  right = await readFile(entry, 'utf8');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('binnacle dev of a plugin that is wrong at the start', () => {
  beforeEach(async () => {
    await writeFile(entry, `${right}\nconst a = = 1;`);
    await develop();
    await program.until(() => program.log.includes(WAITS));
  });

  it('serves it once a change has repaired it', async () => {
    expect(program.log).toMatch(/^error: .*\n.*Unexpected "=" \(.*index\.ts:3:11\)$/m);
    const failed = program.log.length;
    await writeFile(entry, `${right}\nconst a = ;`);
    await program.until(() => /Unexpected ";"[^]*tried again/.test(program.log.slice(failed)));
    await writeFile(entry, right);
    await program.until(() => program.log.includes('kubectl get namespaces'));
    expect(await program.end()).toBe(0);
  });

  it('ends with a signal while it waits', async () => {
    expect(await program.end()).toBe(128 + constants.signals.SIGTERM);
  });
});

it('ends at once where something else than the plugin is wrong', async () => {
  await writeFile(entry, right);
  const { flags } = await prepareServer(folder);
  program = new ProgramProcess(['dev', './src/index.ts', ...flags, '--secure-port=x'], join(folder, 'ports'));
  await program.until(() => program.child.exitCode !== null);
  expect([program.child.exitCode, program.log.includes(WAITS)]).toEqual([1, false]);
});
