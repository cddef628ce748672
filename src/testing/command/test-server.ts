import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { startTestServer } from '../server/start-test-server.js';

/** The streams of a command, and the source of its signals. */
export interface CommandStreams {
  readonly input: Readable;
  readonly out: { write(text: string): unknown };
  readonly signals: Pick<NodeJS.EventEmitter, 'once'>;
}

/** Runs `binnacle test-server` until it is asked to end. Throws TypeError for a command line that makes no sense. */
export async function testServerCommand(words: readonly string[], streams: CommandStreams): Promise<void> {
  const { values } = parse(words);
  const server = await startTestServer({
    plugins: (values.plugins ?? []).flatMap((list) => list.split(',')).filter((plugin) => plugin !== ''),
    nodes: numberOf('--nodes', values.nodes),
    clock: values.clock === 'fake' ? 'fake' : numberOf('--clock', values.clock),
    seed: values.seed,
  });
  const { url, kubeconfigPath, certificateAuthority, token } = server;
  const facts = { url, kubeconfig: kubeconfigPath, certificateAuthority, token };
  streams.out.write(values.json ? `${JSON.stringify(facts)}\n` : variables(facts));
  await askedToEnd(streams);
  await server.close();
}

function parse(words: readonly string[]) {
  const one = { type: 'string' } as const;
  return parseArgs({
    args: [...words],
    options: {
      json: { type: 'boolean' },
      plugins: { type: 'string', multiple: true },
      nodes: one,
      clock: one,
      seed: one,
    },
  });
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`${flag}: ${JSON.stringify(text)} is no number`);
  return Number(text);
}

function variables({
  url,
  kubeconfig,
  token,
}: {
  readonly url: string;
  readonly kubeconfig: string;
  readonly token: string;
}) {
  return `KUBECONFIG=${kubeconfig}\nBINNACLE_URL=${url}\nBINNACLE_TOKEN=${token}\n`;
}

function askedToEnd({ input, signals }: CommandStreams): Promise<unknown> {
  input.resume();
  const ended = once(input, 'end').catch(() => undefined);
  const asked = ['SIGTERM', 'SIGINT'].map((signal) => new Promise((resolve) => signals.once(signal, resolve)));
  return Promise.race([ended, ...asked]);
}
