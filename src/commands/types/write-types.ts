import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, connect } from '../../client/index.js';
import { CommandError, EXIT, FailedCommand, type Output } from '../output.js';
import { readWords } from '../read-files.js';
import { declarationsOf } from './declarations.js';
import { readDocuments } from './open-api.js';

/**
 * Runs `binnacle types`: writes TypeScript modules for the kinds of any server, made of its OpenAPI v3 documents: a type
 * and a constant for each kind, that `client.of` takes. `--group-version` names those that are wanted.
 */
export async function writeTypes(words: readonly string[], { out }: Output): Promise<number> {
  const { values, lists, positionals } = readWords(words, {
    values: ['kubeconfig', 'token', 'certificate-authority', 'out'],
    lists: ['group-version'],
  });
  if (positionals.length > 1) throw new CommandError('one URL is enough');
  const client = await clientOf(positionals[0], values);
  try {
    const documents = await readDocuments(client, lists['group-version']).catch(explain);
    const directory = values.out ?? 'types';
    const files = declarationsOf(documents);
    await mkdir(directory, { recursive: true });
    for (const [name, text] of files) await writeFile(join(directory, name), text);
    out.write(`${files.size} files in ${directory}\n`);
    return EXIT.done;
  } finally {
    await client.close();
  }
}

async function clientOf(
  url: string | undefined,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Client> {
  const { token, kubeconfig = url === undefined ? process.env.KUBECONFIG : undefined } = values;
  if (url !== undefined && kubeconfig !== undefined) throw new CommandError('give a URL, or --kubeconfig FILE');
  if (url === undefined && !kubeconfig)
    throw new CommandError('a URL, --kubeconfig FILE or the variable KUBECONFIG is needed');
  try {
    if (url === undefined) return await connect({ kubeconfig });
    const file = values['certificate-authority'];
    const authority = file === undefined ? undefined : await readFile(file, 'utf8');
    return await connect({ url, token, certificates: { authority } });
  } catch (error) {
    throw new CommandError(`${url ?? kubeconfig}: ${(error as Error).message}`);
  }
}

function explain(error: Error): never {
  if (error instanceof CommandError) throw error;
  throw new FailedCommand(`the OpenAPI documents cannot be read: ${error.message}`, { cause: error });
}
