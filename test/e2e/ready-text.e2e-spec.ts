import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramProcess, prepareServer } from '../support/dev-command.js';

/** A plugin whose start hook waits for the file `go` of the working directory. */
const SLOW = `
import { Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiGroupPlugin } from 'binnacle/plugin-api';

class Wait {
  name = 'wait';
  async run() { while (!existsSync('go')) await sleep(20); }
}
Injectable()(Wait);
export class SlowPlugin {}
ApiGroupPlugin({ group: 'slow.example.com', versions: ['v1'], kinds: [], startHooks: [Wait] })(SlowPlugin);
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-ready-'));
  await mkdir(join(folder, 'slow'));
  await writeFile(join(folder, 'slow', 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'slow', 'index.js'), SLOW);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['one process', []],
  ['workers', ['--workers=1']],
])('says how to use a server of %s only when it is ready', async (_what, more) => {
  await rm(join(folder, 'go'), { force: true });
  const { flags } = await prepareServer(folder);
  const program = new ProgramProcess(['serve', '--plugins=./slow', ...flags, ...more], folder);
  await program.until(() => program.log.includes('Binnacle listens on'));
  // Time for what must not come.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(program.log).not.toContain('kubectl');
  await writeFile(join(folder, 'go'), '');
  await program.until(() => /listens on[^]*export KUBECONFIG=.*\n {2}kubectl get namespaces\n/.test(program.log));
  expect(await program.end()).toBe(0);
});
