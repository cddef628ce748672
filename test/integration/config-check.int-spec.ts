import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';

let directory: string;
let path: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-config-'));
  path = join(directory, 'binnacle.yaml');
});

afterAll(() => rm(directory, { recursive: true }));

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const code = await runCommand('config', words, { out: writerOf('out'), err: writerOf('err') });
  return { code, ...said };
}

async function check(text: string, ...words: string[]): Promise<{ code: number; lines: string[]; err: string }> {
  await writeFile(path, text);
  const { code, out, err } = await run('check', path, ...words);
  return { code, err, lines: out.replaceAll(path, 'FILE').trimEnd().split('\n') };
}

describe('binnacle config check', () => {
  it('succeeds for a file without problems, and prints warnings', async () => {
    const { code, lines, err } = await check(
      'securePort: 6443\nkubelet-port: 10250\nruntime-config: {api/alpha: true}\n',
    );
    expect([code, lines]).toEqual([0, ['FILE: no problems']]);
    expect(err).toContain('kubelet-port is deprecated');
  });

  it('lists every problem with its line, whatever finds it', async () => {
    const text = [
      '# A comment',
      'secur-port: 1',
      'requestTimeout: 90',
      'goaway-chance: 0.5',
      'tls-cert-file: /absent.pem',
      'v: [[1]]',
    ];
    const { code, lines } = await check(`${text.join('\n')}\n`);
    expect(code).toBe(1);
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual([
      'FILE:2: secur-port: unknown key',
      'FILE:3: requestTimeout: "90" is not a duration',
      'FILE:4: goaway-chance: --goaway-chance can not be less than 0 or greater than 0.02',
      expect.stringMatching(/^FILE:5: tls-cert-file: cannot read \/absent.pem: .*ENOENT/),
      'FILE:5: tls-cert-file: has no key',
      'FILE:6: v: has a value of the wrong shape',
    ]);
    expect(lines[1]).toBe('    Did you mean secure-port?');
  });

  it.each([
    ['a syntax error', 'v: 1\nsecure-port: [\n', /^FILE:\d+: is not YAML/],
    ['a key that is there twice', 'v: 1\nsecure-port: 1\nv: 2\n', /^FILE:3: is not YAML: duplicated mapping key/],
    ['a list', '- v\n', /^FILE: is not a mapping/],
    ['JSON', '{\n  "v": 1,\n  "secure-prt": 2\n}\n', /^FILE:3: secure-prt: unknown key/],
  ])('finds the line of %s', async (_, text, first) => {
    const { code, lines } = await check(text);
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(first)]);
  });

  it('prints JSON, and knows the flags of extension servers', async () => {
    const { code, lines } = await check(
      'etcd-servers: a\nkubeconfig: /absent\n',
      '--role',
      'extension',
      '--output',
      'json',
    );
    const { problems } = JSON.parse(lines.join('\n')) as { problems: { option: string; line?: number }[] };
    expect([code, problems.map(({ option, line }) => [option, line])]).toEqual([
      1,
      [
        ['etcd-servers', 1],
        ['kubeconfig', 2],
      ],
    ]);
  });

  it.each([
    [['check'], 'one FILE is needed'],
    [['check', '/absent.yaml'], '/absent.yaml: ENOENT'],
    [['check', 'a', '--output', 'xml'], '--output: text and json'],
    [['schema', '--role', 'x'], '--role: cluster and extension'],
  ])('rejects %j', async (words, message) => {
    const { code, err } = await run(...words);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });
});

it('prints the schema of configuration files', async () => {
  const { code, out } = await run('schema');
  const schema = JSON.parse(out) as { properties: object };
  expect([code, Object.keys(schema.properties).includes('secure-port')]).toEqual([0, true]);
});
