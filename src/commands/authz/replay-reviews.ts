import { decisionOfSteps, type DecisionStep } from '../../authz/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { openConfiguration } from './check-reviews.js';
import { describeQuestion, describeStep } from './describe-review.js';
import { type ExpectedReview, readReviews } from './review-file.js';

/** Reviews that are evaluated at once where nothing else is given, and the most. */
const CONCURRENCY = 16;
const MOST_AT_ONCE = 1_000;

/** A review whose decision is another one now. */
interface Change {
  readonly review: ExpectedReview;
  readonly steps: readonly DecisionStep[];
}

/** How long decisions took, in milliseconds, and how many were failures of an authorizer. */
interface Timing {
  readonly times: number[];
}

/**
 * Runs `binnacle authz replay`: evaluates recorded reviews with another configuration and prints those whose decision would
 * change, with what each authorizer says, and how long decisions took. Webhooks are asked.
 */
export async function replayReviews(words: readonly string[], { out }: Output): Promise<number> {
  const flags = readFlags(words, {
    values: ['config', 'reviews', 'objects', 'policy-file', 'concurrency'],
    switches: ['json'],
  });
  const atOnce = readConcurrency(flags.concurrency);
  const reviews = (await readReviews(fileOf(flags.reviews))).filter(({ isAllowed }) => isAllowed !== undefined);
  const { authorizer, close } = await openConfiguration(flags);
  const timing: Timing = { times: [] };
  const changes: Change[] = [];
  try {
    const evaluate = async (review: ExpectedReview): Promise<void> => {
      const began = performance.now();
      const steps = await authorizer.trace(review.attributes);
      timing.times.push(performance.now() - began);
      if ((decisionOfSteps(steps).verdict === 'Allow') !== review.isAllowed) changes.push({ review, steps });
    };
    await runAtOnce(reviews, atOnce, evaluate);
  } finally {
    close();
  }
  out.write(flags.json === true ? linesOf(changes) : describe(changes, reviews));
  if (flags.json !== true) out.write(describeTiming(timing, atOnce));
  return changes.length > 0 ? EXIT.otherwise : EXIT.done;
}

function fileOf(value: string | boolean | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new CommandError('--reviews FILE is missing');
}

function readConcurrency(value: string | boolean | undefined): number {
  if (value === undefined) return CONCURRENCY;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_AT_ONCE) return number;
  throw new CommandError(`--concurrency: has to be a number from 1 to ${MOST_AT_ONCE}`);
}

/** Runs a task for each item, some at once, in order of their begin. */
async function runAtOnce<T>(items: readonly T[], atOnce: number, run: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

function describe(changes: readonly Change[], reviews: readonly ExpectedReview[]): string {
  const parts = [true, false].map((wasAllowed) => {
    const of = changes.filter(({ review }) => review.isAllowed === wasAllowed);
    const title = `${of.length} of ${reviews.length} reviews would be ${wasAllowed ? 'denied' : 'allowed'} that ${wasAllowed ? 'were allowed' : 'were not'}`;
    return `${title}\n${of.map(describeChange).join('')}`;
  });
  return parts.join('');
}

function describeChange({ review: { attributes, requests }, steps }: Change): string {
  const often = requests > 1 ? ` (${requests} requests)` : '';
  const said = steps.filter(({ verdict }) => verdict !== 'NoOpinion');
  const last = (said.length > 0 ? said : steps).slice(-1);
  return `  ${describeQuestion(attributes)}${often}: ${decisionOfSteps(steps).verdict}\n${last.map((step) => `  ${describeStep(step)}`).join('')}`;
}

function linesOf(changes: readonly Change[]): string {
  return changes.map(({ review, steps }) => `${JSON.stringify({ ...review, steps })}\n`).join('');
}

function describeTiming({ times }: Timing, atOnce: number): string {
  if (times.length === 0) return '';
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return `decisions took ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms (longest), ${atOnce} at once\n`;
}
