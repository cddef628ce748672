import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeUserKubeconfig } from './server/index.js';

const HELP = `Writes a kubeconfig for any identity, with a client certificate signed by the cluster's own authority.

Usage: binnacle kubeconfig --user name [--group name]... [flags]

    --user string          Name of the user.
    --group string         Group of the user; repeatable.
    --data-dir path        Directory of the server's data (default ./data)
    --cert-dir path        Directory of the server's certificates; by default certs in the data directory.
    --server string        URL of the server; by default where it listened last.
    --valid-for duration   How long the certificate is valid: 30m, 12h, 365d (default 365d)
    --out path             File to write, for its owner alone; standard output when not given.
`;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A command line that makes no sense; the message says what is wrong with it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Runs `binnacle kubeconfig` and answers what is to be printed. Throws CommandError, or what cannot be read. */
export async function kubeconfigCommand(argv: readonly string[]): Promise<string> {
  const given = parse(argv);
  if (given.help) return HELP;
  if (!given.user) throw new CommandError('--user: is needed');
  const text = await writeUserKubeconfig({
    directory: given['cert-dir'] ?? `${given['data-dir'] ?? './data'}/certs`,
    user: given.user,
    groups: given.group ?? [],
    validity: readDuration(given['valid-for'] ?? '365d'),
    server: readServer(given.server ?? ''),
  });
  if (given.out === undefined) return text;
  await writeFile(given.out, text, { mode: 0o600 });
  return '';
}

function parse(argv: readonly string[]) {
  const one = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: {
        user: one,
        group: { type: 'string', multiple: true },
        'data-dir': one,
        'cert-dir': one,
        server: one,
        'valid-for': one,
        out: one,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined && Number(count) > 0) return Number(count) * UNITS[unit];
  throw new CommandError(`--valid-for: ${JSON.stringify(text)} is no time such as 30m, 12h or 365d`);
}

function readServer(text: string): string {
  if (text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:')) return text;
  throw new CommandError(`--server: ${JSON.stringify(text)} is no https URL`);
}
