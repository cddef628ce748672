import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readWords } from '../read-files.js';
import { type RecordedReview, reviewOf } from './recorded-review.js';

/** Different reviews that are kept where no limit is given. */
const MOST_REVIEWS = 100_000;

/** The lines of logs, by the use that was made of them. */
interface Tally {
  lines: number;
  masked: number;
  unusable: number;
  leftOut: number;
}

/** A review, with how many requests it stands for. */
interface Counted {
  readonly review: RecordedReview;
  count: number;
}

/**
 * Runs `binnacle authz record`: makes a set of reviews of the requests in audit logs and logs of decisions, each different one
 * once, with the decision that was made. One line of JSON each, for `authz replay` and `authz check`.
 */
export async function recordReviews(words: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = readWords(words, { values: ['out', 'limit'], lists: [] });
  if (positionals.length === 0) throw new CommandError('an audit log, a log of decisions or - is needed');
  const limit = readLimit(values.limit);
  const reviews = new Map<string, Counted>();
  const tally: Tally = { lines: 0, masked: 0, unusable: 0, leftOut: 0 };
  for (const path of positionals) await readLog(path, host, (line) => note(line, { reviews, tally, limit }));
  await write([...reviews.values()], values.out, host);
  host.err.write(`${summary(reviews, tally)}\n`);
  return reviews.size === 0 ? EXIT.otherwise : EXIT.done;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return MOST_REVIEWS;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`--limit: ${JSON.stringify(text.slice(0, 20))} is no number from 1 on`);
}

async function readLog(path: string, { input }: CommandHost, each: (line: string) => void): Promise<void> {
  const source = path === '-' ? Readable.from(input ?? []) : createReadStream(path);
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Infinity })) if (line !== '') each(line);
  } catch (error) {
    throw new CommandError(`${path}: ${(error as Error).message}`);
  }
}

function note(
  line: string,
  { reviews, tally, limit }: { readonly reviews: Map<string, Counted>; readonly tally: Tally; readonly limit: number },
): void {
  tally.lines += 1;
  const review = reviewOf(parse(line));
  if (review === 'masked') return void (tally.masked += 1);
  if (review === 'no decision') return void (tally.unusable += 1);
  const key = JSON.stringify(review.spec);
  const known = reviews.get(key);
  if (known) {
    // The newest decision counts: policies may have changed within the log.
    reviews.set(key, { review, count: known.count + 1 });
  } else if (reviews.size < limit) reviews.set(key, { review, count: 1 });
  else tally.leftOut += 1;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

async function write(reviews: readonly Counted[], out: string | undefined, host: CommandHost): Promise<void> {
  const lines = reviews.map(({ review, count }) => {
    const { apiVersion, kind, ...rest } = review;
    const metadata = { annotations: { 'binnacle.dev/requests': String(count) } };
    return `${JSON.stringify({ apiVersion, kind, metadata, ...rest })}\n`;
  });
  if (out === undefined) return lines.forEach((line) => host.out.write(line));
  // It names users and objects.
  const file = await open(out, 'w', 0o600);
  try {
    for (const line of lines) await file.appendFile(line);
  } finally {
    await file.close();
  }
}

function summary(reviews: ReadonlyMap<string, Counted>, { lines, masked, unusable, leftOut }: Tally): string {
  const others = [
    [masked, 'are masked'],
    [unusable, 'have no decision'],
    [leftOut, 'are of reviews beyond the limit'],
  ] as const;
  const rest = others.filter(([count]) => count > 0).map(([count, why]) => `; ${count} ${why}`);
  return `${reviews.size} reviews of ${lines} lines${rest.join('')}`;
}
