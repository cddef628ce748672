import { COMMANDS } from './command-table.js';
import type { Command } from './command.js';
import { runCommand } from './run-command.js';

interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...words: readonly string[]): Promise<Printed> {
  const printed = { out: '', err: '' };
  const code = await runCommand(words[0], words.slice(1), {
    out: { write: (text) => (printed.out += text) },
    err: { write: (text) => (printed.err += text) },
    serve: async (given, role) => void (printed.out += `served as ${role}: ${given.join(' ')}`),
    versionText: '1.2.3\n',
  });
  return { code, ...printed };
}

const named = COMMANDS.map((command): [string, Command] => [command.name, command]);
// Flags that a command does not know may be those of a server that it starts.
const parsing = named.filter(([, { flags, words }]) => flags.length > 0 && !words.includes('flags of the server'));

/** Every flag of the help, with a value where it takes one. */
const flagsOf = ({ flags }: Command): string[] =>
  flags.map(([flag]) => (flag.includes(' ') ? `${flag.split(' ')[0]}=x` : flag));

describe('runCommand()', () => {
  it.each(named.filter(([name]) => !name.startsWith('serve')))('shows the help of %s', async (name, command) => {
    const { code, out, err } = await run(...name.split(' '), '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: binnacle ${name}`);
    expect(out.startsWith(command.summary)).toBe(true);
    for (const [flag, help] of command.flags)
      expect(out).toMatch(new RegExp(`^ {4}${literal(flag)} +${literal(help)}$`, 'm'));
    expect(await run('help', ...name.split(' '))).toEqual({ code, out, err });
  });

  it.each(parsing)('takes every flag that the help of %s shows, and no other', async (name, command) => {
    const { code, err } = await run(...name.split(' '), ...flagsOf(command), '--no-such-flag');
    expect(code).toBe(2);
    expect(err).toContain("error: Unknown option '--no-such-flag'");
  });

  it.each(named)('lists %s', async (name, { summary }) => {
    expect((await run('help')).out).toMatch(new RegExp(`^ {4}${name} +${literal(summary)}$`, 'm'));
  });

  it.each<[string, string]>([
    ['admision', 'error: unknown command "admision". Did you mean admission?'],
    ['kubeconfg', 'error: unknown command "kubeconfg". Did you mean kubeconfig?'],
    ['authz labs', 'error: unknown command "authz labs". Did you mean authz lab?'],
    ['xyzzy', 'error: unknown command "xyzzy". binnacle help lists the commands.'],
    ['authz', 'error: binnacle authz: a command is missing'],
    ['help authz labs', 'error: unknown command "authz labs". Did you mean authz lab?'],
    ['authz lab --prot=1', 'Did you mean --port?'],
    ['authz lab --xyzzy', 'binnacle authz lab --help lists the flags.'],
    ['kubeconfig', 'error: --user: is needed'],
  ])('refuses %j', async (words, message) => {
    const { code, out, err } = await run(...words.split(' '));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('shows the commands of a group', async () => {
    for (const words of [
      ['authz', '--help'],
      ['help', 'authz'],
    ]) {
      const { code, out } = await run(...words);
      expect([code, out.match(/authz \w+/g)]).toEqual([
        0,
        ['authz check', 'authz record', 'authz replay', 'authz lab'],
      ]);
    }
  });

  it.each([
    ['serve --v=2', 'served as cluster: --v=2'],
    ['serve-extension --help', 'served as extension: --help'],
    ['version', '1.2.3\n'],
  ])('passes %j on', async (words, expected) => {
    expect(await run(...words.split(' '))).toEqual({ code: 0, out: expected, err: '' });
  });
});

function literal(text: string): string {
  return text.replace(/[|[\]().*+?]/g, '\\$&');
}
