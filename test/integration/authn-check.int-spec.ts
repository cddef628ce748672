import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkToken } from '../../src/commands/authn/check-token.js';
import { openByFlags } from '../../src/serving/index.js';

const directory = mkdtempSync(join(tmpdir(), 'binnacle-authn-check-'));
const tokens = join(directory, 'tokens.csv');
const tokenFile = join(directory, 'token');

beforeAll(() => {
  writeFileSync(tokens, 'ada-token,ada,7,"staff,ops"\n');
  writeFileSync(tokenFile, 'ada-token\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs the command; answers its exit code and what it printed. */
async function check(words: readonly string[], input = ''): Promise<{ code: number; out: string }> {
  let out = '';
  const stream = { write: (text: string) => void (out += text) } as unknown as NodeJS.WriteStream;
  const piped = (async function* () {
    yield input;
  })();
  const host = { out: stream, err: stream, input: piped, openServer: openByFlags };
  const code = await checkToken([...words, `--token-auth-file=${tokens}`], host);
  return { code, out };
}

describe('binnacle authn check', () => {
  it('reports user, uid and groups of a token that is accepted', async () => {
    const { code, out } = await check(['--token-file', tokenFile]);
    expect([code, out]).toEqual([
      0,
      'accepted\n  user       ada\n  uid        7\n  groups     staff, ops, system:authenticated\n' +
        '  audiences  https://kubernetes.default.svc\n',
    ]);
  });

  it('ends with 1 and the reason for others, and reads the token from standard input', async () => {
    const { code, out } = await check(['--token-file=-'], 'eve-token\n');
    expect([code, out]).toEqual([1, expect.stringMatching(/^not accepted/)]);
  });

  it('asks for audiences, and answers as JSON', async () => {
    const { code, out } = await check(['--token=ada-token', '--audiences=vault', '--output=json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).not.toHaveProperty('user.username', 'ada');
  });

  it.each([
    [[], 'one of --token and --token-file'],
    [['--token=a', '--token-file=b'], 'one of --token and --token-file'],
    [['--token'], '--token needs a value'],
    [['--token= '], 'the token is empty'],
    [['--token-file=/none'], '--token-file: ENOENT'],
    [['--token=a', '--output=yaml'], 'neither text nor json'],
  ])('refuses %j', async (words, message) => {
    const host = { out: process.stdout, err: process.stderr, openServer: openByFlags };
    await expect(checkToken(words, host)).rejects.toThrow(message);
  });
});
