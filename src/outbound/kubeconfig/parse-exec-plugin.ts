import { join, sep } from 'node:path';
import { invalidUnshown, notSupported, required, type StrictMapping } from '../../apimachinery/index.js';
import type { ExecPlugin } from './kubeconfig.js';

const MEMBERS = ['apiVersion', 'command', 'args', 'env', 'installHint', 'interactiveMode', 'provideClusterInfo'];
const V1 = 'client.authentication.k8s.io/v1';
const VERSIONS = [V1, 'client.authentication.k8s.io/v1beta1'];
const INTERACTIVE_MODES = ['Never', 'IfAvailable', 'Always'];

/** Reads the `exec` of a kubeconfig user; a command with a path is looked for from `directory` on. */
export function readExecPlugin(entry: StrictMapping, directory: string): ExecPlugin {
  entry.refuseOthers(MEMBERS);
  const [apiVersion, command] = [entry.text('apiVersion'), entry.text('command')];
  if (command === '') entry.errors.push(required(entry.path.child('command')));
  if (apiVersion === '') entry.errors.push(required(entry.path.child('apiVersion')));
  else if (!VERSIONS.includes(apiVersion)) {
    entry.errors.push(notSupported(entry.path.child('apiVersion'), apiVersion, VERSIONS));
  }
  checkMode(entry, apiVersion);
  return {
    apiVersion,
    command: command.includes(sep) && !command.startsWith(sep) ? join(directory, command) : command,
    args: entry.texts('args'),
    env: entry.list('env').map(readVariable),
    installHint: entry.text('installHint'),
    provideClusterInfo: entry.flag('provideClusterInfo'),
  };
}

/** The server has no terminal to ask at. */
function checkMode(entry: StrictMapping, apiVersion: string): void {
  const path = entry.path.child('interactiveMode');
  const mode = entry.text('interactiveMode');
  if (mode === '') {
    if (apiVersion === V1) entry.errors.push(required(path));
  } else if (!INTERACTIVE_MODES.includes(mode)) entry.errors.push(notSupported(path, mode, INTERACTIVE_MODES));
  else if (mode === 'Always') entry.errors.push(invalidUnshown(path, 'a server has no standard input to ask'));
}

function readVariable(entry: StrictMapping): { name: string; value: string } {
  entry.refuseOthers(['name', 'value']);
  const name = entry.text('name');
  if (name === '') entry.errors.push(required(entry.path.child('name')));
  return { name, value: entry.text('value') };
}
