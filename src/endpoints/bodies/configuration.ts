import { type StatusError, badRequest, requestEntityTooLarge } from '../../apimachinery/index.js';
import { type ConfigurationFormat, type ReadBody, SizeFault, SyntaxFault } from '../../codecs/index.js';
import { type Steps, doInTurns, settled } from '../../observability/index.js';
import { type ObjectShape, jsonTypeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import { type FieldValidation, StrictProblems } from './field-validation.js';
import { readBodyInTurn } from './request-body.js';

/** How a configuration is read. */
export interface ConfigurationReading {
  readonly format: ConfigurationFormat;
  /** Type of what is configured. */
  readonly type: ObjectShape;
  readonly validation: FieldValidation;
}

/** A configuration that was sent to be applied. */
export interface SentConfiguration {
  readonly configuration: Record<string, unknown>;
  /** Warns of what it says twice, or throws 400 where that is asked for. To be called once it has been applied. */
  report(): void;
}

/** Returns how the configuration is sent of a request; undefined without one. */
export function configurationFormat({ headers, serializers }: RequestContext): ConfigurationFormat | undefined {
  return serializers.forConfiguration(String(headers['content-type'] ?? ''));
}

/** Reads the apply configuration of a request in its format; 400 if it is invalid, 413 if it is too large. */
export function readConfiguration(context: RequestContext, reading: ConfigurationReading): Promise<SentConfiguration> {
  return doInTurns(readInSteps(context, reading), context.seat.lane);
}

function* readInSteps(
  context: RequestContext,
  { format, type, validation }: ConfigurationReading,
): Steps<SentConfiguration> {
  const bytes = yield* settled(readBodyInTurn(context));
  yield context.trail?.sawPatch(bytes.toString('utf8'));
  const { value, duplicates } = yield* settled(parse(format, bytes, type));
  if (value !== null && jsonTypeOf(value) !== 'object')
    throw undecodable(format, format.describeForeign(jsonTypeOf(value)));
  return {
    configuration: (value ?? {}) as Record<string, unknown>,
    report: () => {
      const problems = new StrictProblems(validation);
      problems.addMembers(duplicates, []);
      const { name, complaint } = format;
      problems.report(context.warn, () => badRequest(`error strict decoding ${name}: ${complaint}${duplicates[0]}`));
    },
  };
}

async function parse(format: ConfigurationFormat, bytes: Buffer, type: ObjectShape): Promise<ReadBody> {
  try {
    return await format.read(bytes, type);
  } catch (error) {
    if (error instanceof SizeFault) throw requestEntityTooLarge(error.message);
    throw error instanceof SyntaxFault ? undecodable(format, `${format.complaint}${error.message}`) : error;
  }
}

function undecodable({ name }: ConfigurationFormat, why: string): StatusError {
  return badRequest(`error decoding ${name}: ${why}`);
}
