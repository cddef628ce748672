import { spawnSync } from 'node:child_process';

/** Reports whether a program of Kubernetes is in the PATH; `npm run test:kubernetes` builds them. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** `describe.skip`, and a line that says so. */
export function skipAloud(name: string): typeof describe.skip {
  process.stderr.write(`skipped: there is no ${name} in the PATH (npm run test:kubernetes)\n`);
  return describe.skip;
}
