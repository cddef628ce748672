import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeUserKubeconfig } from '../../server/index.js';
import { CommandError, EXIT, type Output } from '../output.js';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Runs `binnacle kubeconfig`: writes a kubeconfig with a client certificate that the authority of a data directory signs. */
export async function writeKubeconfig(words: readonly string[], { out }: Output): Promise<number> {
  const given = parse(words);
  if (!given.user) throw new CommandError('--user: is needed');
  const text = await writeUserKubeconfig({
    directory: given['cert-dir'] ?? `${given['data-dir'] ?? './data'}/certs`,
    user: given.user,
    groups: given.group ?? [],
    validity: readDuration(given['valid-for'] ?? '365d'),
    server: readServer(given.server ?? ''),
  });
  if (given.out === undefined) out.write(text);
  else await writeFile(given.out, text, { mode: 0o600 });
  return EXIT.done;
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
      },
    }).values;
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0]);
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
