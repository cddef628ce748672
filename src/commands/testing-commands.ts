import type { TestingCommand } from '../testing/command/index.js';
import type { Command } from './command.js';
import { CommandError, type CommandHost, EXIT } from './output.js';

/** The commands for tests of other programs. */
export const TESTING_COMMANDS: readonly Command[] = [
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

async function runForTests(command: TestingCommand, words: readonly string[], host: CommandHost): Promise<number> {
  const { runTestingCommand } = await import('../testing/command/index.js');
  const flags = await runTestingCommand(command, words).catch((error: Error) => {
    throw error.name === 'TypeError' ? new CommandError(error.message) : error;
  });
  if (flags && !host.serve) throw new CommandError('this program does not serve');
  if (flags) await host.serve!(flags, 'cluster');
  return EXIT.done;
}
