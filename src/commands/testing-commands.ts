import type { TestingCommand } from '../testing/command/index.js';
import type { Command } from './command.js';
import { CommandError, type CommandHost, EXIT } from './output.js';

/** The commands for tests of other programs. */
export const TESTING_COMMANDS: readonly Command[] = [
  {
    name: 'up',
    summary: 'Serve with fake nodes, on which Deployments, StatefulSets and Jobs run',
    words: '[--nodes N] [flags of the server]',
    flags: [['--nodes N', 'How many fake nodes there are (default 1)']],
    notes: [
      'One fake node unless --nodes says another number. Nothing is executed: pods are scheduled, become ready, and end if',
      'they belong to a Job, so that kubectl rollout status and controllers of other programs work. The store stays in the',
      'data directory.',
    ].join('\n'),
    load: async () => serveWithNodes,
  },
  {
    name: 'test-server',
    summary: 'Serve for the tests of another program, with a store in memory, and print where',
    words: '[flags]',
    flags: [
      ['--json', 'Print a line of JSON: url, kubeconfig, certificateAuthority, token (default shell variables)'],
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name; repeatable'],
      ['--nodes N', 'Fake nodes, on which Deployments, StatefulSets and Jobs run'],
      ['--clock fake|MILLISECONDS', 'A clock that stands still, at a time since 1970'],
      ['--seed TEXT', 'Make uids and generated names follow from what is created'],
    ],
    notes: 'Ends when its standard input does, or at SIGTERM or SIGINT; its files go with it.',
    load: async () => (words, host) => runForTests('test-server', words, host),
  },
  {
    name: 'envtest-assets',
    summary: 'Write the programs that envtest of controller-runtime starts, for KUBEBUILDER_ASSETS',
    words: 'DIRECTORY',
    flags: [],
    load: async () => (words, host) => runForTests('envtest-assets', words, host),
  },
  {
    name: 'envtest',
    summary: 'Serve in place of kube-apiserver or etcd, by the flags of envtest',
    words: 'kube-apiserver|etcd [flags]',
    flags: [],
    load: async () => (words, host) => runForTests('envtest', words, host),
  },
];

async function serveWithNodes(words: readonly string[], host: CommandHost): Promise<number> {
  if (!host.serve) throw new CommandError('this program does not serve');
  const { count, rest } = nodesIn(words);
  const { clusterWithNodes } = await import('../testing/command/index.js');
  await host.serve(rest, 'cluster', [clusterWithNodes(count)]);
  return EXIT.done;
}

const MAX_NODES = 10_000;

/** The number of nodes, and the flags of the server. */
function nodesIn(words: readonly string[]): { count: number; rest: readonly string[] } {
  const at = words.findIndex((word) => word === '--nodes' || word.startsWith('--nodes='));
  if (at < 0) return { count: 1, rest: words };
  const isApart = words[at] === '--nodes';
  const text = isApart ? (words[at + 1] ?? '') : words[at].slice('--nodes='.length);
  const count = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (count < 0 || count > MAX_NODES) throw new CommandError(`--nodes: is no number from 0 to ${MAX_NODES}`);
  return { count, rest: [...words.slice(0, at), ...words.slice(at + (isApart ? 2 : 1))] };
}

async function runForTests(command: TestingCommand, words: readonly string[], host: CommandHost): Promise<number> {
  const { runTestingCommand } = await import('../testing/command/index.js');
  const flags = await runTestingCommand(command, words).catch((error: Error) => {
    throw error.name === 'TypeError' ? new CommandError(error.message) : error;
  });
  if (flags && !host.serve) throw new CommandError('this program does not serve');
  if (flags) await host.serve!(flags, 'cluster');
  return EXIT.done;
}
