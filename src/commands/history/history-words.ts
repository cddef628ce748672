import { parseArgs } from 'node:util';
import { type Client, StatusError, connect } from '../../client/index.js';
import { CommandError, FailedCommand } from '../output.js';

/** The object that a command is about, and how its server is reached. */
export interface HistoryWords {
  /** As it was given: `deploy`, `deployments.apps`. */
  readonly resource: string;
  readonly name: string;
  /** Undefined for the default one. */
  readonly namespace: string | undefined;
  readonly kubeconfig: string;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
}

/** The flags of one command besides those that all have. */
export interface HistoryFlags {
  readonly values: readonly string[];
  readonly switches: readonly string[];
}

/** Parses `RESOURCE/NAME` or `RESOURCE NAME` and the flags. Throws CommandError. */
export function readHistoryWords(words: readonly string[], flags: HistoryFlags): HistoryWords {
  const { values, positionals } = parsed(words, flags);
  const [resource, name, ...others] = positionals.flatMap((word, index) => (index === 0 ? word.split('/') : [word]));
  if (!resource || !name || others.length > 0) throw new CommandError('an object has to be named, as deployment/web');
  const kubeconfig = (values.kubeconfig as string | undefined) ?? process.env.KUBECONFIG;
  if (!kubeconfig) throw new CommandError('--kubeconfig FILE or the variable KUBECONFIG is needed');
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return {
    resource,
    name,
    namespace: values.namespace as string | undefined,
    kubeconfig,
    values: Object.fromEntries(Object.entries(values).filter(isText)),
    switches: new Set(flags.switches.filter((flag) => values[flag] === true)),
  };
}

function parsed(words: readonly string[], { values, switches }: HistoryFlags) {
  const options = Object.fromEntries([
    ...[...values, 'kubeconfig'].map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
    ['namespace', { type: 'string' as const, short: 'n' }],
  ]) as Record<string, { type: 'string' | 'boolean'; short?: string }>;
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0]);
  }
}

/** Runs work with a client of the kubeconfig's server; its errors become errors of the command. */
export async function withClient<T>(kubeconfig: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect({ kubeconfig }).catch((error: Error) => {
    throw new CommandError(`${kubeconfig}: ${error.message}`);
  });
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof StatusError) throw failureOf(error);
    throw error;
  } finally {
    await client.close();
  }
}

/** The words are sent to the server as they are: it says where they make no sense. */
function failureOf(error: StatusError): CommandError {
  const Failure = error.status.code === 400 ? CommandError : FailedCommand;
  return new Failure(error.message, { cause: error });
}
