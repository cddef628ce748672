import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Returns the line of `--version`: the version of the program, and that of the API. */
export function versionText(): string {
  const file = createRequire(import.meta.url).resolve('binnacle/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `Binnacle ${version}, serving Kubernetes v1.32\n`;
}
