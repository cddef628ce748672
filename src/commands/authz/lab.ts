import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { type LabAnswer, type LabReview, type LabRule, readRules, statusBy } from './lab-rules.js';

const MOST_BYTES = 1024 * 1024;

/** A webhook that listens. */
export interface Lab {
  readonly url: string;
  close(): Promise<void>;
}

/** Runs `binnacle authz lab`: runs a webhook until the process is terminated. */
export async function runLab(words: readonly string[], { out }: Output): Promise<number> {
  const flags = readFlags(words, { values: ['port', 'rules', 'kubeconfig'] });
  const rules = typeof flags.rules === 'string' ? await readRules(flags.rules) : [];
  const lab = await startLab({ rules, port: portOf(flags.port), onReview: (line) => void out.write(`${line}\n`) });
  if (typeof flags.kubeconfig === 'string') await writeFile(flags.kubeconfig, kubeconfigFor(lab.url));
  out.write(`The webhook listens on ${lab.url}; a rule that fits answers, and no opinion where none does\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await lab.close();
  return EXIT.done;
}

/** Starts a webhook on the loopback address that responds by rules; each review is printed as a line of JSON. */
export async function startLab(settings: {
  readonly rules: readonly LabRule[];
  readonly port: number;
  readonly onReview: (line: string) => void;
}): Promise<Lab> {
  const server = createServer((request, response) => {
    void answer(request, response, settings).catch(() => response.destroy());
  });
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/authorize`, close: () => close(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { rules, onReview }: { rules: readonly LabRule[]; onReview: (line: string) => void },
): Promise<void> {
  const review = parse(await bodyOf(request));
  if (review === undefined) return void response.writeHead(400).end('no review\n');
  const status: LabAnswer = statusBy(rules, review);
  onReview(JSON.stringify({ ...review, status }));
  const { apiVersion, kind } = review;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ apiVersion, kind, status }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) return '';
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): LabReview | undefined {
  try {
    const value = JSON.parse(text) as LabReview | null;
    return typeof value === 'object' && value !== null && typeof value.spec === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function portOf(value: string | boolean | undefined): number {
  const port = Number(value ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CommandError(`--port: ${JSON.stringify(value)} is not a port`);
}

/** Returns a kubeconfig, as JSON, that leads to the webhook. */
export function kubeconfigFor(server: string): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'lab', cluster: { server } }],
    contexts: [{ name: 'lab', context: { cluster: 'lab' } }],
    'current-context': 'lab',
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
