import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The programs that envtest of controller-runtime looks for in KUBEBUILDER_ASSETS. */
const PROGRAMS = ['kube-apiserver', 'etcd'] as const;

/**
 * Writes the programs that envtest starts into a directory: scripts that run this server, something in place of the etcd
 * that it does not need, and the kubectl of the path. Returns the absolute path of the directory.
 */
export function writeEnvtestAssets(directory: string, main: string): string {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true });
  for (const program of PROGRAMS) {
    write(join(path, program), `exec ${quote(process.execPath)} ${quote(main)} envtest ${program} "$@"`);
  }
  write(join(path, 'kubectl'), kubectlScript(path));
  return path;
}

function write(file: string, body: string): void {
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
}

/** The first kubectl of the path that is not this script. */
function kubectlScript(directory: string): string {
  return [
    'IFS=:',
    'for folder in $PATH; do',
    `  [ "$folder" = ${quote(directory)} ] && continue`,
    '  [ -x "$folder/kubectl" ] && exec "$folder/kubectl" "$@"',
    'done',
    'echo "there is no kubectl on the path" >&2',
    'exit 127',
  ].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
