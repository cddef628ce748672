import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './install.mjs';

/**
 * Runs one suite of test/attack with numbers from the command line: each option is handed on as the environment variable
 * it names. Without a seed it is another one each time. Ends the process.
 */
export function runAttack(suite, variables) {
  const options = Object.fromEntries(Object.keys(variables).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options });
  const env = { ...process.env };
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d+(\.\d+)?$/.test(value)) {
      console.error(`--${name}: ${value} is no number`);
      process.exit(1);
    }
    env[variables[name]] = value;
  }
  env[variables.seed] ??= String(Date.now() % 1_000_000);
  const args = [join(root, 'tools', 'test.mjs'), '--testMatch', `**/${suite}.attack-spec.ts`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  process.exit(status ?? 1);
}
