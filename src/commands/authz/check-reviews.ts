import {
  AuthorizerFactory,
  decisionOfSteps,
  type DecisionStep,
  parseAuthorizationConfiguration,
  UnionAuthorizer,
} from '../../authz/index.js';
import { createLogger, MetricsRegistry, SystemClock } from '../../observability/index.js';
import { CURRENT_RELEASE, FeatureGates } from '../../options/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readDocuments, readFlags } from '../read-files.js';
import { FileObjects } from './file-objects.js';
import { describeQuestion, describeStep } from './describe-review.js';
import { type ExpectedReview, readReviews } from './review-file.js';

/** The result of one review. */
interface Outcome extends ExpectedReview {
  readonly steps: readonly DecisionStep[];
}

/**
 * Runs `binnacle authz check`: evaluates an AuthorizationConfiguration against reviews, and says what each authorizer said.
 * Webhooks are asked. Fails where a review expects something else.
 */
export async function checkReviews(words: readonly string[], { out }: Output): Promise<number> {
  const flags = readFlags(words, { values: ['config', 'reviews', 'objects', 'policy-file'], switches: ['json'] });
  const reviews = await readReviews(fileOf(flags.reviews, '--reviews'));
  const { authorizer, close } = await openConfiguration(flags);
  try {
    let misses = 0;
    for (const review of reviews) {
      const outcome = { ...review, steps: await authorizer.trace(review.attributes) };
      out.write(flags.json === true ? `${JSON.stringify(outcome)}\n` : describe(outcome));
      if (isMiss(outcome)) misses++;
    }
    if (misses > 0) out.write(`${misses} of ${reviews.length} reviews expect something else\n`);
    return misses > 0 ? EXIT.otherwise : EXIT.done;
  } finally {
    close();
  }
}

/** The authorizers of a configuration, until they are closed. */
export interface OpenConfiguration {
  readonly authorizer: UnionAuthorizer;
  close(): void;
}

/** Makes the authorizers of `--config`, with the objects and policies that other flags name. Throws CommandError. */
export async function openConfiguration(
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Promise<OpenConfiguration> {
  const objects = typeof flags.objects === 'string' ? await readDocuments(flags.objects) : [];
  const factory = factoryFor(new FileObjects(objects), String(flags['policy-file'] ?? ''));
  try {
    const authorizer = await makeAuthorizer(fileOf(flags.config, '--config'), factory);
    return { authorizer, close: () => factory.close() };
  } catch (error) {
    factory.close();
    throw error;
  }
}

function fileOf(value: string | boolean | undefined, flag: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new CommandError(`${flag} FILE is missing`);
}

function factoryFor(objects: FileObjects, policyFile: string): AuthorizerFactory {
  const features = FeatureGates.of({});
  return new AuthorizerFactory({
    objects,
    ...{ release: CURRENT_RELEASE, isEnabled: (gate) => features.enabled(gate) },
    clock: new SystemClock(),
    logger: createLogger({ isEnabled: false }),
    metrics: new MetricsRegistry(),
    policyFile,
  });
}

async function makeAuthorizer(path: string, factory: AuthorizerFactory): Promise<UnionAuthorizer> {
  const [document, ...others] = await readDocuments(path);
  if (others.length > 0) throw new CommandError(`${path}: has more than one document`);
  try {
    return UnionAuthorizer.behindPrivilegedGroups(await factory.make(parseAuthorizationConfiguration(document)));
  } catch (error) {
    throw new CommandError(`${path}: ${(error as Error).message}`);
  }
}

function isMiss({ steps, isAllowed }: Outcome): boolean {
  return isAllowed !== undefined && isAllowed !== (decisionOfSteps(steps).verdict === 'Allow');
}

function describe(outcome: Outcome): string {
  const { verdict } = decisionOfSteps(outcome.steps);
  const miss = isMiss(outcome) ? `  EXPECTED ${outcome.isAllowed ? 'to be' : 'not to be'} allowed` : '';
  const steps = outcome.steps.filter(({ type, verdict: said }) => type !== 'PrivilegedGroups' || said !== 'NoOpinion');
  return `${describeQuestion(outcome.attributes)}: ${verdict}${miss}\n${steps.map(describeStep).join('')}`;
}
