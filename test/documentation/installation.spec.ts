import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';

const SCRIPT = join(import.meta.dirname, '..', '..', 'tools', 'install', 'npm-ci.mjs');
const COMPILING = 'Compiling SQLite, as no compiled binary could be downloaded: 2 to 10 minutes ...';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-install-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs the script with another npm, a script of Node: it ends with code 3 once a file named `go` is there. */
async function runWith(source: string): Promise<ChildProcess> {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  const wait = `setInterval(() => fs.existsSync('go') && process.exit(3), 10);`;
  await writeFile(join(bin, 'npm'), `#!${process.execPath}\nconst fs = require('fs');\n${source}\n${wait}\n`);
  await chmod(join(bin, 'npm'), 0o755);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return spawn(process.execPath, [SCRIPT], { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

const release = (): Promise<void> => writeFile(join(directory, 'go'), '');

describe('tools/install/npm-ci.mjs', () => {
  it('prints one line while SQLite is compiled, and ends as npm does', async () => {
    const build = 'node_modules/sqlite3/build';
    const made = `fs.mkdirSync('${build}', { recursive: true }); fs.writeFileSync('${build}/config.gypi', '');`;
    const run = await runWith(made);
    let printed = '';
    for await (const chunk of run.stderr!) {
      printed += String(chunk);
      if (printed.includes('\n')) await release();
    }
    if (run.exitCode === null) await once(run, 'close');
    expect([printed, run.exitCode]).toEqual([`${COMPILING}\n`, 3]);
  });

  it('passes on what npm prints, and adds nothing where a compiled binary is downloaded', async () => {
    const run = await runWith(`console.error(process.argv.slice(2, 4).join(' ')); fs.writeFileSync('go', '');`);
    const printed = await text(run.stderr!);
    if (run.exitCode === null) await once(run, 'close');
    expect([printed, run.exitCode]).toEqual(['ci --include=dev\n', 3]);
  });
});
