import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../api-client.js';
import { CommandError, type CommandHost, EXIT, type RunningServer } from '../output.js';

/** The question that the words of the command ask, apart from the flags of the server. */
interface TokenQuestion {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly isJson: boolean;
}

/** The status of a TokenReview (authentication.k8s.io/v1). */
interface TokenStatus {
  readonly authenticated?: boolean;
  readonly user?: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly audiences?: readonly string[];
  readonly error?: string;
}

const OWN_FLAGS: ReadonlySet<string> = new Set(['--token', '--token-file', '--audiences', '--output']);

/**
 * Runs `binnacle authn check`: reports who a token is for a server with the given flags, or why it is refused. The server
 * has a store in memory and files in a temporary directory, and ends with the command.
 */
export async function checkToken(words: readonly string[], host: CommandHost): Promise<number> {
  if (!host.openServer) throw new CommandError('this program cannot start a server');
  const { own, rest } = split(words);
  const question = await readQuestion(own, host);
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-authn-'));
  let server: RunningServer | undefined;
  try {
    server = await host.openServer([...serverFlags(directory), ...rest]);
    const status = await review(server, question);
    host.out.write(question.isJson ? `${JSON.stringify(status, undefined, 2)}\n` : textOf(status));
    return status.authenticated ? EXIT.done : EXIT.otherwise;
  } finally {
    await server?.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Flags of the command line come later, and replace these. */
function serverFlags(directory: string): string[] {
  return [
    '--secure-port=0',
    '--bind-address=127.0.0.1',
    '--storage-backend=memory',
    '--controllers=-*',
    `--data-dir=${directory}`,
  ];
}

/** Separates the flags of the command, with their values, from those of the server. */
function split(words: readonly string[]): { own: ReadonlyMap<string, string>; rest: readonly string[] } {
  const own = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [name, value] = words[at].split(/=(.*)/s);
    if (!OWN_FLAGS.has(name)) rest.push(words[at]);
    else if (value !== undefined) own.set(name, value);
    else if (at + 1 < words.length) own.set(name, words[++at]);
    else throw new CommandError(`${name} needs a value`);
  }
  return { own, rest };
}

async function readQuestion(own: ReadonlyMap<string, string>, host: CommandHost): Promise<TokenQuestion> {
  const output = own.get('--output') ?? 'text';
  if (output !== 'text' && output !== 'json') throw new CommandError(`--output: "${output}" is neither text nor json`);
  const audiences = (own.get('--audiences') ?? '').split(',').filter((each) => each !== '');
  return { token: await readToken(own, host), audiences, isJson: output === 'json' };
}

async function readToken(own: ReadonlyMap<string, string>, { input }: CommandHost): Promise<string> {
  const [given, file] = [own.get('--token'), own.get('--token-file')];
  if ((given === undefined) === (file === undefined))
    throw new CommandError('one of --token and --token-file is needed');
  const token = given ?? (file === '-' ? await readAll(input) : await readTokenFile(file!));
  if (token.trim() === '') throw new CommandError('the token is empty');
  return token.trim();
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`--token-file: ${(error as Error).message}`);
  }
}

async function readAll(input: CommandHost['input']): Promise<string> {
  if (!input) throw new CommandError('there is no standard input');
  let text = '';
  for await (const piece of input) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
  return text;
}

async function review(server: RunningServer, { token, audiences }: TokenQuestion): Promise<TokenStatus> {
  const client = await ApiClient.open(server.kubeconfigPath);
  try {
    const spec = { token, ...(audiences.length > 0 && { audiences }) };
    const { status, body } = await client.send({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/tokenreviews',
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec },
    });
    if (status !== 201) throw new CommandError(`the server answers ${status}: ${String(body.message)}`);
    return body.status as TokenStatus;
  } finally {
    await client.close();
  }
}

function textOf({ authenticated = false, user = {}, audiences = [], error = '' }: TokenStatus): string {
  if (!authenticated) return `not accepted${error === '' ? '' : `: ${error}`}\n`;
  const extra = Object.entries(user.extra ?? {}).map(([key, values]) => `${key}=${values.join(',')}`);
  const rows = [
    ['user', user.username ?? ''],
    ['uid', user.uid ?? ''],
    ['groups', (user.groups ?? []).join(', ')],
    ['extra', extra.join('; ')],
    ['audiences', audiences.join(', ')],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  return `accepted\n${shown.map(([name, value]) => `  ${name.padEnd(9)}  ${value}\n`).join('')}`;
}
