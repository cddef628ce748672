export { clusterWithNodes } from './cluster-with-nodes.js';
import { writeEnvtestAssets } from './envtest-assets.js';
import { envtestFlags } from './envtest-flags.js';
import { serveHealth } from './stand-in-etcd.js';
import { testServerCommand } from './test-server.js';

/** The first words of the commands for tests. */
export type TestingCommand = 'test-server' | 'envtest-assets' | 'envtest';

/**
 * Runs a command for tests. Resolves with the flags of a server that is to be started, where the command is one in other
 * words; otherwise with undefined when it is done. Rejects with TypeError for words that make no sense.
 */
export async function runTestingCommand(
  command: TestingCommand,
  words: readonly string[],
): Promise<readonly string[] | undefined> {
  if (command === 'envtest') return runProgram(words);
  if (command === 'test-server') {
    await testServerCommand(words, { input: process.stdin, out: process.stdout, signals: process });
    // A standard input that is still open would keep the process.
    process.exit(0);
  }
  if (words.length !== 1 || words[0].startsWith('-')) throw new TypeError('usage: binnacle envtest-assets DIRECTORY');
  const path = writeEnvtestAssets(words[0], process.argv[1]);
  process.stdout.write(`export KUBEBUILDER_ASSETS=${path}\n`);
  return undefined;
}

async function runProgram([program, ...words]: readonly string[]): Promise<readonly string[] | undefined> {
  if (program === 'kube-apiserver') return envtestFlags(words, process.env);
  if (program !== 'etcd') throw new TypeError('usage: binnacle envtest kube-apiserver|etcd');
  await serveHealth(words);
  return undefined;
}
