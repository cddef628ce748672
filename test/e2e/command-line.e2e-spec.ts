import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

const MAIN = resolve('dist/src/main.js');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-commands-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...words], {
    cwd: resolve('.'),
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<Ended> {
  const [out, err, [code]] = await Promise.all([buffer(child.stdout!), buffer(child.stderr!), once(child, 'exit')]);
  return { code: code as number | null, out: String(out), err: String(err) };
}

const run = (...words: readonly string[]): Promise<Ended> => ended(start(...words));

/** A program of the test, in its own file. */
async function program(source: string): Promise<string> {
  const path = join(folder, `program-${readdirSync(folder).length}.mjs`);
  await writeFile(path, source);
  return path;
}

/** Directories that servers of the command have left. */
const leftovers = (): string[] => readdirSync(folder).filter((name) => name.startsWith('binnacle-'));

const REQUEST = `
  import { readFileSync } from 'node:fs';
  import { request } from 'node:https';
  const text = readFileSync(process.env.KUBECONFIG, 'utf8');
  const of = (key) => Buffer.from(new RegExp(key + '-data: (\\\\S+)').exec(text)[1], 'base64');
  const tls = { ca: of('certificate-authority'), cert: of('client-certificate'), key: of('client-key') };
  request(process.env.BINNACLE_URL + process.argv[2], tls, (r) => console.log(r.resume().statusCode)).end();
`;

describe('binnacle run', () => {
  it('gives a command a server of its own, and an administrator', async () => {
    const path = await program(REQUEST);
    expect(await run('run', '--', process.execPath, path, '/readyz')).toEqual({ code: 0, out: '200\n', err: '' });
    const berths = '/apis/harbor.example.com/v1/berths';
    expect((await run('run', '--plugins=plugins/example', '--', process.execPath, path, berths)).out).toBe('200\n');
    expect((await run('run', '--', process.execPath, path, berths)).out).toBe('404\n');
    expect(leftovers()).toEqual([]);
  });

  it('ends with the exit code of the command', async () => {
    expect((await run('run', '--', 'sh', '-c', 'exit 7')).code).toBe(7);
    expect((await run('run', '--', 'sh', '-c', 'kill -KILL $$')).code).toBe(137);
    expect(leftovers()).toEqual([]);
  });

  it('passes signals to the command, and waits for it', async () => {
    const path = await program(`
      process.on('SIGTERM', () => setTimeout(() => process.exit(3), 50));
      setInterval(() => {}, 1000);
      console.log('up');
    `);
    const child = start('run', '--', process.execPath, path);
    child.stdout!.once('data', () => child.kill('SIGTERM'));
    expect((await ended(child)).code).toBe(3);
    expect(leftovers()).toEqual([]);
  });

  it('runs nothing where a signal comes before the server is ready', async () => {
    const mark = join(folder, 'ran');
    const child = start('run', '--', 'touch', mark);
    while (leftovers().length === 0 && child.exitCode === null) await new Promise(setImmediate);
    child.kill('SIGTERM');
    expect((await ended(child)).code).toBe(143);
    expect([existsSync(mark), leftovers()]).toEqual([false, []]);
  });

  it.each<[string, string[], number, string]>([
    ['no command', ['run', '--v=1'], 2, 'error: a command is missing'],
    [
      'a command that is not there',
      ['run', '--', 'no-such-command'],
      127,
      'error: no-such-command: there is no such command',
    ],
    ['a file that cannot be executed', ['run', '--', resolve('package.json')], 126, 'EACCES'],
    ['an unknown flag of the server', ['run', '--plugin=x', '--', 'true'], 1, 'Did you mean --plugins?'],
    ['a plugin that does not load', ['run', '--plugins=./none', '--', 'true'], 1, 'there is no such file or folder'],
  ])('refuses %s', async (_what, words, code, message) => {
    const outcome = await run(...words);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toContain(message);
    expect(leftovers()).toEqual([]);
  });

  it('can run a server inside', async () => {
    const { code, out } = await run('run', '--', process.execPath, MAIN, 'run', '--', 'echo', 'inner');
    expect([code, out]).toEqual([0, 'inner\n']);
  });
});

describe('the command line', () => {
  it.each([
    ['--help', /\n {4}authz lab .*\n[^]*\n\nServes a Kubernetes-compatible API[^]*--bind-address/],
    ['serve --help', /^Serves a Kubernetes-compatible API[^]*--bind-address/],
    ['serve-extension --help', /^Serves the API groups of plugins[^]*--authentication-kubeconfig/],
    ['help', /\n {4}authz lab .*\n[^]*shows the flags of a command[^\n]*\n$/],
    ['help authz lab', /Usage: binnacle authz lab/],
    ['--version', /^Binnacle \d+\.\d+\.\d+, serving Kubernetes v1\.32\n$/],
    ['version', /^Binnacle \d+\.\d+\.\d+, serving Kubernetes v1\.32\n$/],
  ])('answers binnacle %s', async (words, expected) => {
    const { code, out, err } = await run(...words.split(' '));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(expected);
  });

  it('serves by the name of the command too', async () => {
    const child = start('serve', '--secure-port=0', '--storage-backend=memory', `--data-dir=${join(folder, 'data')}`);
    child.stdout!.once('data', () => child.kill('SIGTERM'));
    expect(await ended(child)).toMatchObject({ code: 0, out: expect.stringMatching(/^Binnacle listens on https:/) });
  });

  it('says what may have been meant by an unknown command', async () => {
    expect(await run('kubeconfg')).toEqual({
      code: 2,
      out: '',
      err: 'error: unknown command "kubeconfg". Did you mean kubeconfig?\n',
    });
  });
});
