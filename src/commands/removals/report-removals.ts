import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { PluginClass } from '../../plugin-host/index.js';
import { ApiClient } from '../api-client.js';
import { loadChecked } from '../load-checked.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readWords } from '../read-files.js';
import { AuditFindings, isAuditLine } from './audit-findings.js';
import { type Finding, type Findings, tableOf } from './finding.js';
import { type Question, filesAt, findInManifest } from './manifest-findings.js';
import { RemovalTable } from './removal-table.js';
import { findOnServer } from './server-findings.js';
import { readRelease } from './target-release.js';

const STDIN = '-';

/** The words of the command, checked. */
interface Order {
  readonly sources: readonly string[];
  readonly question: Question;
  readonly kubeconfig: string;
  readonly token: string | undefined;
  readonly authority: string | undefined;
  readonly isJson: boolean;
}

/**
 * Runs `binnacle report removals`: what manifests, audit logs and servers use that a release no longer serves,
 * with the replacement. Ends with 1 where something is found, and with 2 where a source could not be read.
 */
export async function reportRemovals(words: readonly string[], host: CommandHost): Promise<number> {
  const order = await readOrder(words, (await host.ownPlugins?.()) ?? []);
  const findings: Finding[] = [];
  const unread: string[] = [];
  for (const source of order.sources) {
    const found = await findAt(source, order, host);
    findings.push(...found.findings);
    unread.push(...found.unread);
  }
  const { release } = order.question;
  for (const message of unread) host.err.write(`not read: ${message}\n`);
  host.out.write(
    order.isJson ? `${JSON.stringify({ release, findings, unread }, undefined, 2)}\n` : textOf(findings, release),
  );
  if (findings.length > 0) return EXIT.otherwise;
  return unread.length > 0 ? EXIT.misused : EXIT.done;
}

async function readOrder(words: readonly string[], own: readonly PluginClass[]): Promise<Order> {
  const { values, lists, positionals } = readWords(words, {
    values: ['release', 'kubeconfig', 'token', 'certificate-authority', 'output'],
    lists: ['plugins'],
  });
  if (positionals.length === 0) throw new CommandError('a FILE, folder, audit log, URL or - is needed');
  const { output = 'table', kubeconfig = process.env.KUBECONFIG ?? '', token } = values;
  if (output !== 'table' && output !== 'json') throw new CommandError('--output: table and json are the formats');
  const release = readRelease(values.release);
  const others = await loadChecked(lists.plugins);
  const question = { table: RemovalTable.of([...own, ...others]), release };
  const authority = values['certificate-authority'];
  return { sources: positionals, question, kubeconfig, token, authority, isJson: output === 'json' };
}

async function findAt(source: string, order: Order, host: CommandHost): Promise<Findings> {
  if (/^https?:\/\//.test(source)) return findAtUrl(source, order);
  if (source === STDIN) return findInText('stdin', await textOfInput(host), order.question);
  const found: Findings[] = [];
  for (const file of await filesAt(source)) found.push(await findInFile(file, order.question));
  if (found.length === 0) throw new CommandError(`${source}: has no YAML or JSON files`);
  return { findings: found.flatMap(({ findings }) => findings), unread: found.flatMap(({ unread }) => unread) };
}

async function findAtUrl(url: string, order: Order): Promise<Findings> {
  const client = await clientOf(url, order);
  try {
    return await findOnServer(client, url, order.question);
  } finally {
    await client.close();
  }
}

async function clientOf(url: string, { token, authority, kubeconfig }: Order): Promise<ApiClient> {
  if (token === undefined) {
    if (kubeconfig === '')
      throw new CommandError(`${url}: --token, --kubeconfig FILE or the variable KUBECONFIG is needed`);
    return ApiClient.open(kubeconfig, url);
  }
  const pem = authority === undefined ? '' : await readFile(authority, 'utf8').catch(unreadable(authority));
  return ApiClient.withToken(url, token, pem);
}

async function findInFile(file: string, question: Question): Promise<Findings> {
  if (!isAuditLine(await firstLine(file))) return findInText(file, await readFile(file, 'utf8'), question);
  return findInLog(file, createReadStream(file), question);
}

async function findInText(source: string, text: string, question: Question): Promise<Findings> {
  if (isAuditLine(text.slice(0, text.indexOf('\n') + 1 || text.length))) {
    return findInLog(source, Readable.from([text]), question);
  }
  try {
    return { findings: await findInManifest(source, text, question), unread: [] };
  } catch (error) {
    return { findings: [], unread: [`${source}: ${(error as Error).message}`] };
  }
}

/** A log is read line by line: it can be larger than the memory. */
async function findInLog(source: string, input: Readable, question: Question): Promise<Findings> {
  const log = new AuditFindings(source, question);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) log.take(line);
  const unread = log.unreadLines === 0 ? [] : [`${source}: ${log.unreadLines} lines are no audit events`];
  return { findings: log.findings, unread };
}

async function firstLine(file: string): Promise<string> {
  const lines = createInterface({ input: createReadStream(file).on('error', () => {}), crlfDelay: Infinity });
  for await (const line of lines) return line;
  return '';
}

async function textOfInput({ input }: CommandHost): Promise<string> {
  if (!input) throw new CommandError('-: this program has no standard input');
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new CommandError(`${path}: ${error.code ?? error.message}`);
  };
}

function textOf(findings: readonly Finding[], release: string): string {
  return findings.length === 0 ? `Nothing that v${release} no longer serves was found.\n` : tableOf(findings);
}
